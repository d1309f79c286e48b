#include "http/middleware/request_key.hpp"

namespace fairlead::http {
namespace {

constexpr std::string_view kKeyHeader = "Idempotency-Key";
constexpr std::size_t kKeyLengthMax = 255;

}  // namespace

Result<std::optional<app::RequestKey>> ReadRequestKey(const Request& request, OperatorId owner,
                                                      std::optional<AffiliateId> affiliate) {
    if (request.method != "POST" || request.fields == nullptr || request.fields->count(kKeyHeader) == 0) {
        return std::nullopt;
    }
    const std::string_view key = request.Header(kKeyHeader);
    if (key.empty() || key.size() > kKeyLengthMax || request.fields->count(kKeyHeader) > 1) {
        return Fail(ErrorCode::kInvalidRequest,
                    "the header Idempotency-Key must be given once, with 1 to 255 characters");
    }
    Digester128 digester;
    digester.Add(owner.uuid.bytes);
    if (affiliate) digester.Add(affiliate->uuid.bytes);
    app::RequestKey read{.key = digester.Add(key).Finish()};
    std::string whole(request.method);
    whole.append(" ").append(request.path).append("\n").append(request.body);
    read.request = Digest256(whole);
    return read;
}

}  // namespace fairlead::http

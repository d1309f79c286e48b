#include "http/codec/json/management_body.hpp"

#include <simdjson.h>

#include "base/assert.hpp"
#include "http/codec/json/canonical_json.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

namespace ondemand = simdjson::ondemand;

Error NotJson() { return {ErrorCode::kInvalidJson, "", "the body is not valid JSON"}; }

}  // namespace

Result<boost::json::value> DecodeManagementBody(std::string_view body) {
    // The strict check comes first: it refuses repeated members and deep nesting, which Boost.JSON accepts.
    thread_local ondemand::parser parser;
    ondemand::document document;
    const simdjson::padded_string_view padded(body.data(), body.size(), body.size() + kBodyPadding);
    if (parser.iterate(padded).get(document) != simdjson::SUCCESS) return std::unexpected(NotJson());
    ondemand::json_type type{};
    if (document.type().get(type) != simdjson::SUCCESS) return std::unexpected(NotJson());
    if (type != ondemand::json_type::object) return Fail(ErrorCode::kWrongType, "the body must be a JSON object");
    ondemand::value root;
    if (document.get_value().get(root) != simdjson::SUCCESS) return std::unexpected(NotJson());
    std::string canonical;
    const JsonFault fault = AppendCanonical(root, 0, canonical);
    if (fault.broken != simdjson::SUCCESS) return std::unexpected(NotJson());
    if (fault.unwanted) return Fail(*fault.unwanted, "the body has a member more than once or is nested too deeply");
    if (!IsAtEnd(document)) return std::unexpected(NotJson());
    boost::system::error_code error;
    auto value = boost::json::parse(canonical, error);
    if (error) return std::unexpected(NotJson());
    return value;
}

std::expected<boost::json::value, Response> ReadManagementBody(const Request& request) {
    FAIRLEAD_ASSERT(!request.body_pending, "the handler did not ask for the body");
    if (request.body_fault != BodyFault::kNone) return std::unexpected(BodyRefused(request));
    auto body = DecodeManagementBody(request.body);
    if (!body) return std::unexpected(Problem(body.error(), request.request_id));
    return std::move(*body);
}

}  // namespace fairlead::http

#include "http/middleware/dry_run.hpp"

#include <algorithm>

namespace fairlead::http {

Result<bool> AsksForDryRun(const Request& request) {
    if (request.query.empty()) return false;
    const auto parameters = request.QueryParameters();
    if (!parameters) return Fail(ErrorCode::kInvalidRequest, "the query is not valid");
    const auto named = std::ranges::find(*parameters, "dryRun", [](const auto& one) { return one.first; });
    if (named == parameters->end() || named->second == "false") return false;
    if (named->second == "true") return true;
    return Fail(ErrorCode::kInvalidRequest, "dryRun must be true or false");
}

}  // namespace fairlead::http

#include "http/server/problem.hpp"

#include <algorithm>

#include "base/text/json_text.hpp"
#include "http/server/status.hpp"

namespace fairlead::http {
namespace {

// A person has to set the clock or to confirm it, which takes a while.
constexpr std::int64_t kClockRetrySeconds = 30;

void AppendMember(std::string& out, std::string_view name, std::string_view text) {
    out.append(",\"").append(name).append("\":");
    AppendJsonString(out, text);
}

// A ledger that fails over, restarts or is busy is back within seconds. Reports take longer.
constexpr std::int64_t kRetryAfterSeconds = 2;
constexpr std::int64_t kRetryReportAfterSeconds = 5;

std::int64_t RetryAfterSeconds(std::string_view code) {
    const bool concerns_reports = code == Name(ErrorCode::kFactsFailed) || code == Name(ErrorCode::kTimedOut);
    return concerns_reports ? kRetryReportAfterSeconds : kRetryAfterSeconds;
}

// Writes the first members and leaves the object open.
Response StartProblem(int status, std::string_view code, std::string_view title, std::string_view detail,
                      std::string_view request_id) {
    Response response{.status = status, .content_type = kProblemType};
    if (status == 503) response.AddHeader("Retry-After", RetryAfterSeconds(code));
    std::string& body = response.body;
    body.append(R"({"type":"about:blank")");
    AppendMember(body, "title", title);
    body.append(",\"status\":").append(std::to_string(status));
    AppendMember(body, "detail", detail);
    AppendMember(body, "code", code);
    AppendMember(body, "requestId", request_id);
    return response;
}

}  // namespace

void AppendErrors(std::string& out, const Errors& errors, std::size_t count_max) {
    out.append(",\"errors\":[");
    for (std::size_t i = 0; i < std::min(errors.size(), count_max); ++i) {
        out.append(i == 0 ? "{\"pointer\":" : ",{\"pointer\":");
        AppendJsonString(out, errors[i].pointer);
        AppendMember(out, "code", Name(errors[i].code));
        AppendMember(out, "detail", errors[i].message);
        out += '}';
    }
    out += ']';
}

Response EdgeProblem(int status, std::string_view code, std::string_view detail, std::string_view request_id) {
    Response response = StartProblem(status, code, ReasonPhrase(status), detail, request_id);
    response.body += '}';
    return response;
}

Response Problem(const Error& error, std::string_view request_id) { return Problem(Errors{error}, request_id); }

Response Problem(const Errors& errors, std::string_view request_id) {
    const Error& first = errors.front();
    const bool about_members = KindOf(first.code) == ErrorKind::kInvalid && !first.pointer.empty();
    const ErrorCode code = about_members ? ErrorCode::kValidation : first.code;
    std::string detail = about_members ? first.pointer + " " + first.message : first.message;
    if (errors.HasMore()) detail += "; only the first " + std::to_string(kErrorsMax) + " errors are listed";
    Response response = StartProblem(StatusOf(code), Name(code), Title(code), detail, request_id);
    if (!first.pointer.empty()) AppendErrors(response.body, errors);
    response.body += '}';
    if (code == ErrorCode::kClockSuspect) response.AddHeader("Retry-After", kClockRetrySeconds);
    return response;
}

Response BodyRefused(const Request& request) {
    if (request.body_fault == BodyFault::kEncoded) {
        Response response = EdgeProblem(415, "unsupported_encoding", "the body must be sent without Content-Encoding",
                                        request.request_id);
        response.AddHeader("Accept-Encoding", "identity");
        return response;
    }
    const std::size_t kibibytes = request.body_bytes_max >> 10;
    const std::string limit =
        kibibytes < 1024 ? std::to_string(kibibytes) + " KiB" : std::to_string(kibibytes >> 10) + " MiB";
    return EdgeProblem(413, "body_too_large", "the body must have at most " + limit, request.request_id);
}

}  // namespace fairlead::http

#include "facts/clickhouse/clickhouse_client.hpp"

#include <charconv>

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

#include "telemetry/log.hpp"

namespace fairlead::facts {
namespace {

using Reason = ClickHouseFailure::Reason;

constexpr std::size_t kLoggedProblemMax = 300;

// The server holds the response back until the statement has ended. Otherwise an error in the middle of the statement
// would arrive with status 200, as text among the rows.
constexpr std::string_view kTarget = "/?wait_end_of_query=1";

std::string Encoded(std::string_view text) { return boost::urls::encode(text, boost::urls::unreserved_chars); }

// In every release, the text of an error begins with "Code: 159," or "Code: 159.".
int CodeOf(std::string_view problem) {
    constexpr std::string_view kLead = "Code: ";
    const auto at = problem.find(kLead);
    int code = 0;
    if (at != std::string_view::npos) {
        const auto digits = problem.substr(at + kLead.size());
        std::from_chars(digits.data(), digits.data() + digits.size(), code);
    }
    return code;
}

Reason ReasonOf(int code) {
    switch (code) {
        case 60:  // UNKNOWN_TABLE
        case 81:  // UNKNOWN_DATABASE
            return Reason::kNoTable;
        case 159:  // TIMEOUT_EXCEEDED
        case 160:  // TOO_SLOW
            return Reason::kTimedOut;
        case 173:  // CANNOT_ALLOCATE_MEMORY
        case 241:  // MEMORY_LIMIT_EXCEEDED
            return Reason::kTooLarge;
        case 192:  // UNKNOWN_USER
        case 193:  // WRONG_PASSWORD
        case 194:  // REQUIRED_PASSWORD
        case 195:  // IP_ADDRESS_NOT_ALLOWED
        case 497:  // ACCESS_DENIED
        case 516:  // AUTHENTICATION_FAILED
            return Reason::kRefused;
        default: return Reason::kFailed;
    }
}

ClickHouseFailure FailureOf(const HttpAnswer& answer) {
    const int code = CodeOf(answer.problem);
    telemetry::LogWarn("ClickHouse rejected a statement",
                       {{"status", std::int64_t{answer.status}},
                        {"code", std::int64_t{code}},
                        {"problem", std::string_view(answer.problem).substr(0, kLoggedProblemMax)}});
    return {ReasonOf(code)};
}

ClickHouseFailure FailureOf(const HttpFailure& failure) {
    if (failure.reason == HttpFailure::Reason::kRefused) return {Reason::kUnreachable};
    telemetry::LogWarn("ClickHouse did not answer", {{"reason", failure.detail}});
    return {failure.reason == HttpFailure::Reason::kTimedOut ? Reason::kTimedOut : Reason::kUnknown};
}

}  // namespace

Error ClickHouseFailure::ToError() const {
    const auto failed = [](std::string message) { return Error{ErrorCode::kFactsFailed, {}, std::move(message)}; };
    switch (reason) {
        case Reason::kUnreachable: return failed("the analytics store cannot be reached");
        case Reason::kUnknown: return failed("the analytics store did not answer");
        case Reason::kTimedOut: return {ErrorCode::kTimedOut, {}, "the analytics store took too long"};
        case Reason::kRefused: return failed("the analytics store rejects the user or the password");
        case Reason::kNoTable: return failed("the analytics store is being created again");
        case Reason::kNotCreated:
            return failed("the analytics store has no table on its cluster; the log has the statement that creates it");
        case Reason::kTooLarge: return failed("the analytics store does not have enough memory for this query");
        case Reason::kFailed: break;
    }
    return failed("the analytics store failed");
}

ClickHouseClient::ClickHouseClient(const ClickHouseUrl& url, const std::string& ca_file)
    : http_({.address = url.server, .uses_tls = url.uses_tls, .ca_file = ca_file},
            {{"X-ClickHouse-User", url.user}, {"X-ClickHouse-Key", url.password}}) {}

ClickHouseStatus ClickHouseClient::LearnSettings(std::chrono::milliseconds time_max) {
    auto names = std::make_shared<Names>();
    const ReadRow read = [&names](RowBinaryReader& reader) {
        const auto name = reader.Text();
        if (reader.ok()) names->emplace(name);
    };
    for (const auto* table : {"system.settings", "system.merge_tree_settings"}) {
        const auto sql = std::string("SELECT name FROM ") + table + " FORMAT RowBinary";
        auto asked = Query({.sql = sql, .settings = {}, .time_max = time_max}, read);
        if (!asked) return asked;
    }
    const std::lock_guard lock(mutex_);
    known_ = std::move(names);
    return {};
}

bool ClickHouseClient::Knows(std::string_view setting) const {
    const std::lock_guard lock(mutex_);
    return known_->contains(setting);
}

std::string ClickHouseClient::SettingsOf(const Statement& statement) const {
    std::string text;
    for (const auto& [name, value] : statement.settings) {
        if (Knows(name)) text.append("&").append(name).append("=").append(Encoded(value));
    }
    return text;
}

ClickHouseStatus ClickHouseClient::Execute(const Statement& statement) {
    return Query(statement, [](RowBinaryReader& reader) { reader.Number<std::uint8_t>(); });
}

ClickHouseStatus ClickHouseClient::Query(const Statement& statement, const ReadRow& read) {
    RowBinaryStream stream(read);
    auto posted = Post({.target = std::string(kTarget) + SettingsOf(statement),
                        .body = std::span(&statement.sql, 1),
                        .time_max = statement.time_max,
                        .repeatable = HttpClient::Repeatable::kYes},
                       [&stream](std::string_view piece) {
                           stream.Feed(piece);
                           return true;
                       });
    if (posted && !stream.IsWhole()) return std::unexpected(ClickHouseFailure{Reason::kFailed});
    return posted;
}

ClickHouseStatus ClickHouseClient::Insert(const Statement& statement, std::string_view query_id,
                                          std::span<const std::string_view> data) {
    const auto target = std::string(kTarget) + "&query=" + Encoded(statement.sql) + "&query_id=" + Encoded(query_id) +
                        SettingsOf(statement);
    return Post({.target = target, .body = data, .time_max = statement.time_max},
                [](std::string_view) { return true; });
}

ClickHouseStatus ClickHouseClient::Post(const HttpClient::Call& call, const HttpSink& sink) {
    const auto answer = http_.Post(call, sink);
    if (!answer) return std::unexpected(FailureOf(answer.error()));
    if (answer->status != 200) return std::unexpected(FailureOf(*answer));
    return {};
}

}  // namespace fairlead::facts

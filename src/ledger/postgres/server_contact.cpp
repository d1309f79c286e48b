#include "ledger/postgres/server_contact.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>

#include <poll.h>

#include "base/time/time.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

// The insert position names the timeline at once after a promotion; the control file does so only after a checkpoint.
constexpr const char* kAskIdentity =
    "SELECT (SELECT system_identifier FROM pg_control_system()), CASE WHEN pg_is_in_recovery() THEN NULL"
    " ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END";
constexpr const char* kAskRole = "SELECT pg_is_in_recovery(), pg_backend_pid()";

struct FreeOptions {
    void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

// One host of the URL, as libpq takes it.
struct HostAddress {
    std::string host;
    std::string address;
    std::string port;
};

std::vector<std::string> SplitAtCommas(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        parts.emplace_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

std::string PartAt(const std::vector<std::string>& parts, std::size_t at) {
    if (parts.size() == 1) return parts.front();
    return at < parts.size() ? parts[at] : std::string();
}

Result<std::vector<HostAddress>> HostsOf(const std::string& url) {
    char* wrong = nullptr;
    const std::unique_ptr<PQconninfoOption, FreeOptions> options(PQconninfoParse(url.c_str(), &wrong));
    const std::string reason = wrong == nullptr ? "" : wrong;
    PQfreemem(wrong);
    if (!options) return Fail(ErrorCode::kInvalidValue, "the URL of the ledger cannot be read: " + reason);
    std::map<std::string_view, std::vector<std::string>> named;
    for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
        named[option->keyword] = SplitAtCommas(option->val == nullptr ? "" : option->val);
    }
    const std::size_t count = std::max(named["host"].size(), named["hostaddr"].size());
    std::vector<HostAddress> hosts;
    for (std::size_t i = 0; i < count; ++i) {
        hosts.push_back({PartAt(named["host"], i), PartAt(named["hostaddr"], i), PartAt(named["port"], i)});
    }
    return hosts;
}

std::string_view ReasonOf(const PGresult* notice) {
    const char* reason = PQresultErrorField(notice, PG_DIAG_MESSAGE_PRIMARY);
    return reason == nullptr ? std::string_view() : reason;
}

bool IsOtherThanTheLast(std::string_view reason) {
    static std::mutex mutex;
    static std::string last;
    const std::lock_guard lock(mutex);
    if (last == reason) return false;
    last = reason;
    return true;
}

// Every login repeats some warnings, such as one about collations. One line is enough.
void LogWarningOfLogin(void*, const PGresult* notice) {
    if (IsWarning(notice) && IsOtherThanTheLast(ReasonOf(notice))) LogWarningOfServer(notice);
}

// An attempt to connect to one host.
class Attempt {
public:
    Attempt(const std::string& url, const HostAddress& host) {
        // Defaults come before the URL, so that the URL can override them. The host comes after it.
        const std::array keywords{"tcp_user_timeout",
                                  "keepalives_idle",
                                  "application_name",
                                  "client_encoding",
                                  "dbname",
                                  "host",
                                  "hostaddr",
                                  "port",
                                  static_cast<const char*>(nullptr)};
        const std::array values{"15000",
                                "10",
                                "fairlead",
                                "UTF8",
                                url.c_str(),
                                host.host.c_str(),
                                host.address.c_str(),
                                host.port.c_str(),
                                static_cast<const char*>(nullptr)};
        contact_.host = host.host.empty() ? host.address : host.host;
        contact_.handle.reset(PQconnectStartParams(keywords.data(), values.data(), /*expand_dbname=*/1));
        // The library would write notices on standard error, between the lines of the log.
        PQsetNoticeReceiver(contact_.handle.get(), LogWarningOfLogin, nullptr);
        if (PQstatus(contact_.handle.get()) == CONNECTION_BAD) state_ = PGRES_POLLING_FAILED;
    }

    bool IsOpen() const { return state_ == PGRES_POLLING_READING || state_ == PGRES_POLLING_WRITING; }
    bool IsConnected() const { return state_ == PGRES_POLLING_OK; }
    pollfd Waits() const {
        const int socket = PQsocket(contact_.handle.get());
        return {socket, static_cast<short>(state_ == PGRES_POLLING_READING ? POLLIN : POLLOUT), 0};
    }
    void Continue() { state_ = PQconnectPoll(contact_.handle.get()); }

    Contact Finish() {
        if (IsConnected()) return std::move(contact_);
        contact_.is_silent = IsOpen();
        contact_.reason = contact_.is_silent ? "no answer in time" : PQerrorMessage(contact_.handle.get());
        contact_.handle.reset();
        return std::move(contact_);
    }

private:
    Contact contact_;
    PostgresPollingStatusType state_ = PGRES_POLLING_WRITING;
};

// Continues every attempt whose host answers within this time.
void ContinueAll(std::vector<Attempt>& attempts, int wait_ms) {
    std::vector<pollfd> waits;
    std::vector<Attempt*> open;
    for (Attempt& attempt : attempts) {
        if (!attempt.IsOpen()) continue;
        waits.push_back(attempt.Waits());
        open.push_back(&attempt);
    }
    if (poll(waits.data(), waits.size(), wait_ms) <= 0) return;
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (waits[i].revents != 0) open[i]->Continue();
    }
}

int MillisUntil(std::int64_t deadline_micros) {
    return static_cast<int>(std::max<std::int64_t>(0, (deadline_micros - SteadyMicros() + 999) / 1000));
}

struct ClearAnswer {
    void operator()(PGresult* result) const { PQclear(result); }
};
using AnswerPtr = std::unique_ptr<PGresult, ClearAnswer>;

// The result of a query, or null if the server does not answer in time.
AnswerPtr Ask(PGconn* handle, const char* sql, std::int64_t deadline) {
    AnswerPtr last;
    if (PQsendQuery(handle, sql) != 1) return nullptr;
    while (true) {
        if (PQflush(handle) < 0) return nullptr;
        if (PQisBusy(handle) == 1) {
            pollfd readable{PQsocket(handle), POLLIN, 0};
            if (poll(&readable, 1, MillisUntil(deadline)) <= 0 || PQconsumeInput(handle) != 1) return nullptr;
            continue;
        }
        AnswerPtr next(PQgetResult(handle));
        if (!next) return last;
        last = std::move(next);
    }
}

std::string_view TextOf(const PGresult* result, int column) {
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1) return {};
    return PQgetvalue(result, 0, column);
}

}  // namespace

Result<std::vector<Contact>> ContactHosts(const std::string& url, const ContactLimits& limits) {
    const auto hosts = TRY(HostsOf(url));
    std::vector<Attempt> attempts;
    attempts.reserve(hosts.size());
    for (const HostAddress& host : hosts) attempts.emplace_back(url, host);
    std::int64_t deadline = SteadyMicros() + std::int64_t{limits.answer_ms} * 1000;
    bool any = false;
    while (std::ranges::any_of(attempts, &Attempt::IsOpen) && SteadyMicros() < deadline) {
        ContinueAll(attempts, MillisUntil(deadline));
        if (any || std::ranges::none_of(attempts, &Attempt::IsConnected)) continue;
        any = true;
        deadline = std::min(deadline, SteadyMicros() + std::int64_t{limits.others_ms} * 1000);
    }
    std::vector<Contact> contacts;
    for (Attempt& attempt : attempts) contacts.push_back(attempt.Finish());
    return contacts;
}

Result<std::string> AskOne(PGconn* handle, const char* sql, int timeout_ms) {
    const AnswerPtr answer = Ask(handle, sql, SteadyMicros() + std::int64_t{timeout_ms} * 1000);
    if (!answer) return Fail(ErrorCode::kUnavailable, "the server does not answer");
    if (PQresultStatus(answer.get()) == PGRES_FATAL_ERROR) {
        return Fail(ErrorCode::kUnavailable, PQresultErrorMessage(answer.get()));
    }
    return std::string(TextOf(answer.get(), 0));
}

Result<ServerState> AskServer(PGconn* handle, int timeout_ms) {
    const std::int64_t deadline = SteadyMicros() + std::int64_t{timeout_ms} * 1000;
    const AnswerPtr role = Ask(handle, kAskRole, deadline);
    const std::string_view in_recovery = TextOf(role.get(), 0);
    if (in_recovery.empty()) return Fail(ErrorCode::kUnavailable, "the server does not answer");
    ServerState state;
    state.is_standby = in_recovery == "t";
    state.is_pooled = TextOf(role.get(), 1) != std::to_string(PQbackendPID(handle));
    // Some providers forbid these functions. Then servers cannot be distinguished.
    const AnswerPtr identity = Ask(handle, kAskIdentity, deadline);
    if (!identity) return Fail(ErrorCode::kUnavailable, "the server does not answer");
    const std::string_view timeline = TextOf(identity.get(), 1);
    const auto parsed =
        std::from_chars(timeline.data(), timeline.data() + timeline.size(), state.identity.timeline, 16);
    if (parsed.ec == std::errc() && !timeline.empty()) state.identity.system = TextOf(identity.get(), 0);
    return state;
}

bool IsWarning(const PGresult* notice) {
    const char* severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    return severity != nullptr && std::string_view(severity) == "WARNING";
}

void LogWarningOfServer(const PGresult* notice) {
    telemetry::LogWarn("the ledger's server warns", {{"reason", ReasonOf(notice)}});
}

}  // namespace fairlead::ledger

#include "app/accounts/login_log.hpp"

#include <chrono>
#include <limits>
#include <utility>

#include <boost/json.hpp>

#include "app/await.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {

namespace json = boost::json;
using access::LoginLimit;

namespace {

constexpr std::chrono::seconds kWriteSumsEvery{10};
// The person who made a failed attempt is not known.
constexpr const char* kAnonymous = "anonymous";

std::string SubjectOf(UserId user) { return "user/" + user.ToString(); }

AuditEntry LoginEntry(std::string actor, std::string action, std::string subject, const json::object& after) {
    return {.actor = std::move(actor),
            .action = std::move(action),
            .subject = std::move(subject),
            .before = "",
            .after = json::serialize(after)};
}

AuditEntry SumEntry(OperatorId owner, std::int64_t failures, std::int64_t lock_outs, Timestamp since) {
    return LoginEntry(kAnonymous, "user.logInFailures", "operator/" + owner.ToString(),
                      {{"failures", failures}, {"lockOuts", lock_outs}, {"since", since.ToIso8601()}});
}

}  // namespace

void LoginLog::Succeeded(const LoginAccount& account, const IpAddress& client, std::string_view proof,
                         bool is_new_address, Then then) {
    metrics_.log_ins_succeeded.Increment();
    const std::string user = SubjectOf(account.user);
    json::object after{{"address", client.ToString()}, {"secondFactor", proof}};
    if (is_new_address) after["newAddress"] = true;
    Write(account.owner, {LoginEntry(user, "user.logIn", user, after)}, std::move(then));
}

void LoginLog::Failed(std::span<const LoginAccount> accounts, const IpAddress& client, std::string_view reason,
                      const UsedUp& used_up, std::int64_t now_micros) {
    metrics_.log_ins_failed.Increment();
    CountLockOuts(used_up);
    for (const LoginAccount& account : accounts) {
        auto entries = EntriesOf(account, client, reason, used_up, now_micros);
        if (!entries.empty()) Write(account.owner, std::move(entries), [] {});
    }
}

void LoginLog::CountLockOuts(const UsedUp& used_up) {
    if (used_up[access::IndexOf(LoginLimit::kAddress)]) metrics_.addresses_locked_out.Increment();
    if (used_up[access::IndexOf(LoginLimit::kAccountAtAddress)]) metrics_.accounts_locked_at_address.Increment();
    if (used_up[access::IndexOf(LoginLimit::kAccount)]) metrics_.accounts_locked_out.Increment();
}

// Returns the entries of a failure. Failures and lock-outs that get no entry are added to the sums.
std::vector<AuditEntry> LoginLog::EntriesOf(const LoginAccount& account, const IpAddress& client,
                                            std::string_view reason, const UsedUp& used_up, std::int64_t now_micros) {
    std::vector<AuditEntry> entries;
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = windows_.try_emplace(account.owner);
    Window& window = place->second;
    if (is_new) {
        window.started_micros = now_micros;
        window.started_at = Now();
    }
    const bool is_first = window.users.size() < limits_.entries_max && window.users.insert(account.user).second;
    if (is_first) {
        entries.push_back(LoginEntry(kAnonymous, "user.logInFailed", SubjectOf(account.user),
                                     {{"address", client.ToString()}, {"reason", reason}}));
    } else {
        ++window.failures_summed;
    }
    for (std::size_t at = 0; at < used_up.size(); ++at) {
        if (!used_up[at]) continue;
        if (window.lock_outs >= limits_.entries_max) {
            ++window.lock_outs_summed;
            continue;
        }
        ++window.lock_outs;
        entries.push_back(LoginEntry(kAnonymous, "user.lockOut", SubjectOf(account.user),
                                     {{"address", client.ToString()}, {"limit", access::kLoginLimitNames[at]}}));
    }
    return entries;
}

void LoginLog::Write(OperatorId owner, std::vector<AuditEntry> entries, Then then) {
    auto sent = entries;
    records_.AddAudit(owner, std::move(sent),
                      [this, owner, entries = std::move(entries), then = std::move(then)](const Status& added) mutable {
                          if (!added) KeepWaiting(owner, std::move(entries));
                          then();
                      });
}

void LoginLog::KeepWaiting(OperatorId owner, std::vector<AuditEntry> entries) {
    const std::lock_guard lock(mutex_);
    auto& waiting = waiting_[owner];
    for (AuditEntry& entry : entries) {
        if (waiting.size() < limits_.waiting_max) {
            waiting.push_back(std::move(entry));
        } else {
            telemetry::LogWarn("an entry of the audit log is lost", {{"action", std::string_view(entry.action)}});
        }
    }
}

void LoginLog::WriteSumsStartedBefore(std::int64_t started_micros) {
    std::map<OperatorId, std::vector<AuditEntry>> all;
    {
        const std::lock_guard lock(mutex_);
        all = std::exchange(waiting_, {});
        for (auto each = windows_.begin(); each != windows_.end();) {
            const auto& [owner, window] = *each;
            if (window.started_micros > started_micros) {
                ++each;
                continue;
            }
            if (window.failures_summed > 0 || window.lock_outs_summed > 0) {
                all[owner].push_back(
                    SumEntry(owner, window.failures_summed, window.lock_outs_summed, window.started_at));
            }
            each = windows_.erase(each);
        }
    }
    for (auto& [owner, entries] : all) {
        // The reason of a failure is in the log of the ledger; the entries then wait for the next call.
        (void)Await<Status>([&](auto done) {
            Write(owner, std::move(entries), [done = std::move(done)]() mutable { done(Status()); });
        });
    }
}

void LoginLog::Start() {
    thread_ = std::jthread([this](const std::stop_token& stop) { Run(stop); });
}

void LoginLog::Run(const std::stop_token& stop) {
    telemetry::NameThisThread("log-ins");
    while (!stop.stop_requested()) {
        telemetry::RunGuarded("log-ins", [&] {
            WriteSums(SteadyMicros());
            (void)Await<Status>([&](auto done) { records_.DropOldCounts(Now(), std::move(done)); });
        });
        std::unique_lock lock(thread_mutex_);
        stopping_.wait_for(lock, stop, kWriteSumsEvery, [] { return false; });
    }
}

void LoginLog::Stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    WriteSumsStartedBefore(std::numeric_limits<std::int64_t>::max());
}

}  // namespace fairlead::app

#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "app/ports/login_records.hpp"
#include "base/net/ip_address.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::app {

// The user of an account at which an attempt was made.
struct LoginAccount {
    OperatorId owner;
    UserId user;
};

struct LoginLogLimits {
    // The greatest number of users whose first failure gets an entry, for each operator and window. The same limit
    // applies to entries about lock-outs. All other failures and lock-outs are summed in one entry at the end of the
    // window.
    std::size_t entries_max = 50;
    std::int64_t window_micros = 15 * 60 * kMicrosPerSecond;
    // The greatest number of entries of an operator that wait while the ledger cannot be reached.
    std::size_t waiting_max = 1000;
};

// Writes log-ins, failures and lock-outs to the audit logs of the operators, and counts them in the metrics. The number
// of entries about failures is bounded, so that a flood cannot fill the disk. Attempts at accounts that do not exist
// appear only in the metrics. Each node sums its own failures; a crash loses the sums of the current window. Safe from
// any thread.
class LoginLog {
public:
    using Then = std::move_only_function<void()>;
    using UsedUp = std::array<bool, access::kLoginLimitCount>;

    // `records` and `metrics` must outlive this object.
    LoginLog(LoginRecords& records, telemetry::Metrics& metrics, const LoginLogLimits& limits = {})
        : records_(records), metrics_(metrics), limits_(limits) {}

    // `proof` is what the user has shown in addition to the password. Calls `then` when the entry is stored, or when
    // it has to wait for the ledger. If `is_new_address` is set, the user gets a mail.
    void Succeeded(const LoginAccount& account, const IpAddress& client, std::string_view proof, bool is_new_address,
                   Then then);
    // A wrong password or code. `used_up` are the limits that this attempt has reached.
    void Failed(std::span<const LoginAccount> accounts, const IpAddress& client, std::string_view reason,
                const UsedUp& used_up, std::int64_t now_micros);
    void RefusedByLimit() { metrics_.log_ins_refused.Increment(); }
    void CodeRequired() { metrics_.log_ins_without_code.Increment(); }
    void CouldNotCheck() { metrics_.log_ins_unchecked.Increment(); }

    // Writes the sums of windows that have ended, and the entries that wait.
    void WriteSums(std::int64_t now_micros) { WriteSumsStartedBefore(now_micros - limits_.window_micros); }

    // Writes sums regularly, on its own thread, and drops old counts of attempts.
    void Start();
    // Writes all sums. Blocks until the ledger has answered.
    void Stop();

private:
    // The failures at accounts of one operator in a window.
    struct Window {
        std::int64_t started_micros = 0;
        Timestamp started_at;
        std::set<UserId> users;  // The users whose first failure got an entry.
        std::size_t lock_outs = 0;
        std::int64_t failures_summed = 0;
        std::int64_t lock_outs_summed = 0;
    };

    std::vector<AuditEntry> EntriesOf(const LoginAccount& account, const IpAddress& client, std::string_view reason,
                                      const UsedUp& used_up, std::int64_t now_micros);
    void Write(OperatorId owner, std::vector<AuditEntry> entries, Then then);
    void KeepWaiting(OperatorId owner, std::vector<AuditEntry> entries);
    void WriteSumsStartedBefore(std::int64_t started_micros);
    void CountLockOuts(const UsedUp& used_up);
    void Run(const std::stop_token& stop);

    LoginRecords& records_;
    telemetry::Metrics& metrics_;
    const LoginLogLimits limits_;
    std::mutex mutex_;
    std::map<OperatorId, Window> windows_;
    std::map<OperatorId, std::vector<AuditEntry>> waiting_;
    std::mutex thread_mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::app

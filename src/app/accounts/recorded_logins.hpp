#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "app/ports/login_records.hpp"

namespace fairlead::app {

// The records of log-ins in memory, for tests.
class RecordedLogins final : public LoginRecords {
public:
    struct Count {
        int attempts = 0;
        std::int64_t ends_at = 0;
    };

    bool is_down = false;
    int entered = 0;  // Calls of Enter.
    std::map<Bytes16, Count> counts;
    std::set<Bytes16> known;
    std::map<OperatorId, std::vector<AuditEntry>> audit;

    void Enter(LoginAttempt attempt, AnswerDone<LoginVerdict> done) override {
        ++entered;
        if (is_down) return done(Down());
        LoginVerdict verdict;
        verdict.is_known_address = known.contains(attempt.names[1]);
        if (attempt.only_known_address && !verdict.is_known_address) return done(verdict);
        const std::size_t concerned = verdict.is_known_address ? 2 : 3;
        for (std::size_t at = 0; at < concerned; ++at) {
            const auto limit = static_cast<access::LoginLimit>(at);
            const auto found = counts.find(attempt.names[at]);
            if (found == counts.end() || found->second.attempts < attempt.limits.AttemptsMax(limit)) continue;
            verdict.closed = LoginVerdict::Closed{limit, Timestamp{found->second.ends_at}};
            return done(verdict);
        }
        for (std::size_t at = 0; at < concerned; ++at) {
            Count& count = counts[attempt.names[at]];
            if (count.attempts == 0) count.ends_at = attempt.now.micros + attempt.limits.window_micros;
            verdict.used_up[at] = ++count.attempts == attempt.limits.AttemptsMax(static_cast<access::LoginLimit>(at));
        }
        done(verdict);
    }

    void TakeBack(std::vector<Bytes16> names, StatusDone done) override {
        for (const Bytes16& name : names) {
            if (--counts[name].attempts <= 0) counts.erase(name);
        }
        done({});
    }

    void RememberAddress(KnownAddress address, AnswerDone<AddressNews> done) override {
        const bool is_first = known.empty();
        const bool is_new = known.insert(address.name).second;
        done(!is_new ? AddressNews::kKnown : is_first ? AddressNews::kFirst : AddressNews::kNew);
    }

    void AddAudit(OperatorId owner, std::vector<AuditEntry> entries, StatusDone done) override {
        if (is_down) return done(Down());
        auto& log = audit[owner];
        log.insert(log.end(), entries.begin(), entries.end());
        done({});
    }

    void DropOldCounts(Timestamp, StatusDone done) override { done({}); }

    int CountOf(const LoginNames& names, access::LoginLimit limit) const {
        const auto found = counts.find(names[access::IndexOf(limit)]);
        return found == counts.end() ? 0 : found->second.attempts;
    }

private:
    static std::unexpected<Error> Down() { return Fail(ErrorCode::kUnavailable, "the ledger is down"); }
};

}  // namespace fairlead::app

#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "app/reports/run_report.hpp"
#include "app/signals/judge_rules.hpp"

namespace fairlead::app {

// Which time a version of a rule is judged for next.
class JudgedTime {
public:
    bool IsOf(std::int64_t version) const { return version_ == version; }
    // Where the next look begins: a little before the last one ended, because clicks may be recorded late. A version
    // that was not judged before looks back for a day.
    Timestamp Begin(std::int64_t version, Timestamp now);
    // Everything until then is judged and stored. Without this call, the next look begins at the same time again.
    void Finish(Timestamp until) { until_ = until; }

private:
    std::int64_t version_ = 0;
    Timestamp until_;
};

// Applies the active rules of all operators again and again, on its own thread, and stores what they find. Several
// nodes may do so: each finding makes one signal.
class SignalWatch {
public:
    struct Ports {
        const Catalogue& catalogue;
        SignalStore& signals;
        JudgeRules& judge;
        RunReport& run_report;
    };

    // All objects must outlive it. If `every_micros` is 0, no rule is applied.
    SignalWatch(const Ports& ports, std::int64_t every_micros) : ports_(ports), every_micros_(every_micros) {}
    ~SignalWatch() { Stop(); }

    void Start();
    // Blocks until the ledger has answered.
    void Stop() { thread_ = {}; }

private:
    // What was done for a rule.
    struct Judged {
        JudgedTime time;
        std::int64_t next_micros = 0;  // When it is judged again, by the steady clock.
    };

    void Work(const std::stop_token& stop);
    void Look(const OperatorEntry& owner);
    void JudgeOne(const OperatorEntry& owner, const signals::FraudRule& rule);
    bool IsDue(const signals::FraudRule& rule) const;

    Ports ports_;
    std::int64_t every_micros_;
    std::map<FraudRuleId, Judged> judged_;
    std::mutex mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::app

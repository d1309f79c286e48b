#pragma once

#include "app/ports/ledger.hpp"
#include "app/signals/decide_signal.hpp"
#include "app/signals/signal_watch.hpp"

namespace fairlead::app {

// Everything about fraud signals: the rules, the watch that applies them, and decisions. All objects must outlive it.
class FraudSignals {
public:
    FraudSignals(Ledger& ledger, RecordQueries& records, FactStore& facts, RunReport& run_report,
                 const Catalogue& catalogue, double check_seconds)
        : signals_(ledger.signals()),
          commission_store_(ledger.commission_store()),
          records_(records),
          judge_(records, signals_, facts),
          watch_({catalogue, signals_, judge_, run_report},
                 static_cast<std::int64_t>(check_seconds * static_cast<double>(kMicrosPerSecond))) {}

    void Start() { watch_.Start(); }
    // Call it before the ledger stops.
    void Stop() { watch_.Stop(); }

    SignalStore& signals() { return signals_; }
    JudgeRules& judge() { return judge_; }
    SignalPorts ports() { return {signals_, records_, commission_store_, judge_}; }

private:
    SignalStore& signals_;
    CommissionStore& commission_store_;
    RecordQueries& records_;
    JudgeRules judge_;
    SignalWatch watch_;
};

}  // namespace fairlead::app

#pragma once

#include <vector>

#include "app/ports/signals/signal_store.hpp"
#include "ledger/transaction/ledger_tasks.hpp"

namespace fairlead::ledger {

// The signals in the table `fraud_signals`.
class RelationalSignalStore final : public app::SignalStore {
public:
    explicit RelationalSignalStore(const LedgerTasks& tasks) : tasks_(tasks) {}

    void Store(app::RuleFindings findings, app::AnswerDone<std::int64_t> done) override;
    void Decide(app::SignalDecision decision, app::AnswerDone<app::SignalRecord> done) override;
    void Read(app::SignalQuery query, app::AnswerDone<app::SignalPage> done) override;
    void ReadRegistrations(app::RegistrationQuery query,
                           app::AnswerDone<std::vector<signals::SeenRegistration>> done) override;
    void ReadVersions(OperatorId owner, FraudRuleId rule, app::AnswerDone<std::vector<app::RuleVersion>> done) override;

private:
    LedgerTasks tasks_;
};

}  // namespace fairlead::ledger

#include "ledger/signal_store.hpp"

#include "ledger/catalogue/fraud_rule_rows.hpp"
#include "ledger/signals/signal_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kRuleVersionsMax = 1000;

}  // namespace

void RelationalSignalStore::Store(app::RuleFindings findings, app::AnswerDone<std::int64_t> done) {
    const OperatorId owner = findings.owner;
    tasks_.Change(owner, std::move(done),
                  [findings = std::move(findings)](LockedOperator& locked) { return StoreFindings(locked, findings); });
}

void RelationalSignalStore::Decide(app::SignalDecision decision, app::AnswerDone<app::SignalRecord> done) {
    const OperatorId owner = decision.owner;
    tasks_.Change(owner, std::move(done),
                  [decision = std::move(decision)](LockedOperator& locked) { return DecideSignal(locked, decision); });
}

void RelationalSignalStore::Read(app::SignalQuery query, app::AnswerDone<app::SignalPage> done) {
    tasks_.Read(query.owner, std::move(done), [query](Connection& open) { return ReadSignals(open, query); });
}

void RelationalSignalStore::ReadRegistrations(app::RegistrationQuery query,
                                              app::AnswerDone<std::vector<signals::SeenRegistration>> done) {
    tasks_.Read(query.owner, std::move(done),
                [query](Connection& open) { return ledger::ReadRegistrations(open, query); });
}

void RelationalSignalStore::ReadVersions(OperatorId owner, FraudRuleId rule,
                                         app::AnswerDone<std::vector<app::RuleVersion>> done) {
    tasks_.Read(owner, std::move(done),
                [owner, rule](Connection& open) { return ReadRuleVersions(open, owner, rule, kRuleVersionsMax); });
}

}  // namespace fairlead::ledger

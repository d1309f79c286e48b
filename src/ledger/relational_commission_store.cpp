#include "ledger/relational_commission_store.hpp"

#include "ledger/commission/closing.hpp"
#include "ledger/commission/reassigning.hpp"
#include "ledger/commission/resolving.hpp"
#include "ledger/record/statement_rows.hpp"

namespace fairlead::ledger {
namespace {

// The limits of one transaction, so that other work does not wait long.
constexpr std::int64_t kResolvedAtOnce = 2000;
constexpr std::int64_t kClosingMicrosAtOnce = 50'000;

}  // namespace

void RelationalCommissionStore::StoreRates(OperatorId owner, std::vector<commission::DatedRate> rates,
                                           std::string actor, app::AnswerDone<app::HeldLeft> done) {
    tasks_.Change(owner, std::move(done),
                  [rates = std::move(rates), actor = std::move(actor)](OperatorScope& scope) -> Result<app::HeldLeft> {
                      TRY(ledger::StoreRates(scope, rates, actor));
                      return ledger::ResolveHeld(scope, kResolvedAtOnce);
                  });
}

void RelationalCommissionStore::ResolveHeld(OperatorId owner, app::AnswerDone<app::HeldLeft> done) {
    tasks_.Change(owner, std::move(done),
                  [](OperatorScope& scope) { return ledger::ResolveHeld(scope, kResolvedAtOnce); });
}

void RelationalCommissionStore::ReadOperatorsWithHeld(app::AnswerDone<std::vector<OperatorId>> done) {
    tasks_.ReadOnWriter(LedgerTasks::kNoOperator, std::move(done), ledger::ReadOperatorsWithHeld);
}

void RelationalCommissionStore::FindAffiliatesToClose(app::CloseRequest request,
                                                      app::AnswerDone<std::vector<AffiliateId>> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done),
                  [request = std::move(request)](OperatorScope& scope) { return AffiliatesToClose(scope, request); });
}

void RelationalCommissionStore::CloseSome(app::CloseRequest request, std::vector<AffiliateId> affiliates,
                                          app::AnswerDone<app::ClosingStep> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done),
                  [request = std::move(request), affiliates = std::move(affiliates)](OperatorScope& scope) {
                      return CloseAffiliates(scope, affiliates, request, kClosingMicrosAtOnce);
                  });
}

void RelationalCommissionStore::CloseForAll(app::CloseRequest request, app::AnswerDone<bool> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done),
                  [request = std::move(request)](OperatorScope& scope) { return ledger::CloseForAll(scope, request); });
}

void RelationalCommissionStore::StepStatement(app::StatementStepRequest request,
                                              app::AnswerDone<app::StatementRecord> done) {
    const OperatorId owner = request.owner;
    tasks_.Write(owner, std::move(done),
                 [request = std::move(request)](Connection& open) { return ledger::StepStatement(open, request); });
}

void RelationalCommissionStore::Adjust(app::AdjustmentRequest request, app::AnswerDone<app::AdjustmentRecord> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done),
                  [request = std::move(request)](OperatorScope& scope) { return ledger::Adjust(scope, request); });
}

void RelationalCommissionStore::Reassign(app::Reassignment reassignment, app::StatusDone done) {
    const OperatorId owner = reassignment.owner;
    tasks_.Change(owner, std::move(done), [reassignment = std::move(reassignment)](OperatorScope& scope) {
        return ledger::Reassign(scope, reassignment);
    });
}

}  // namespace fairlead::ledger

#pragma once

#include <string>
#include <vector>

#include "app/ports/commission_store.hpp"
#include "ledger/transaction/ledger_tasks.hpp"

namespace fairlead::ledger {

// Changes exchange rates, statements and commission on the ledger's writers.
class RelationalCommissionStore final : public app::CommissionStore {
public:
    explicit RelationalCommissionStore(const LedgerTasks& tasks) : tasks_(tasks) {}

    void StoreRates(app::RatesRequest request, app::AnswerDone<app::UnpricedLeft> done) override;
    void ResolveUnpriced(OperatorId owner, app::AnswerDone<app::UnpricedLeft> done) override;
    void ReadOperatorsWithUnpriced(app::AnswerDone<std::vector<OperatorId>> done) override;
    void FindAffiliatesToClose(app::CloseRequest request, app::AnswerDone<std::vector<AffiliateId>> done) override;
    void CloseSome(app::CloseRequest request, std::vector<AffiliateId> affiliates,
                   app::AnswerDone<app::ClosingStep> done) override;
    void FindClosing(app::CloseRequest request, app::AnswerDone<std::optional<bool>> done) override;
    void NoteClosing(app::CloseRequest request, bool fresh, app::StatusDone done) override;
    void CloseForAll(app::CloseRequest request, app::AnswerDone<bool> done) override;
    void StepStatement(app::StatementStepRequest request, app::AnswerDone<app::StatementRecord> done) override;
    void StepSome(app::BulkStepRequest request, std::size_t first,
                  app::AnswerDone<std::vector<app::BulkStepResult>> done) override;
    void Adjust(app::AdjustmentRequest request, app::AnswerDone<app::AdjustmentRecord> done) override;
    void ReverseAdjustment(app::AdjustmentReversal reversal, app::AnswerDone<app::AdjustmentRecord> done) override;
    void ReverseAccrual(app::AccrualReversal reversal, app::AnswerDone<AccrualId> done) override;
    void Reassign(app::Reassignment reassignment, app::StatusDone done) override;

private:
    LedgerTasks tasks_;
};

}  // namespace fairlead::ledger

#pragma once

#include <vector>

#include "app/ports/commission_queries.hpp"
#include "ledger/transaction/ledger_tasks.hpp"

namespace fairlead::ledger {

// Reads exchange rates, statements and explanations on the ledger's readers.
class RelationalCommissionQueries final : public app::CommissionQueries {
public:
    explicit RelationalCommissionQueries(const LedgerTasks& tasks) : tasks_(tasks) {}

    void ReadRates(app::RateQuery query, app::AnswerDone<app::RatePage> done) override;
    void ReadExplanation(OperatorId owner, AccrualId accrual, app::AnswerDone<app::Explanation> done) override;
    void ReadPlayerStanding(OperatorId owner, PlayerId player, app::AnswerDone<app::PlayerStanding> done) override;
    void ReadStatements(app::StatementQuery query, app::AnswerDone<app::StatementPage> done) override;
    void ReadStatement(OperatorId owner, StatementId statement, app::AnswerDone<app::StatementRecord> done) override;
    void FindStatements(app::StatementSearch search, app::AnswerDone<app::FoundStatements> done) override;
    void ReadAdjustments(app::AdjustmentQuery query, app::AnswerDone<app::AdjustmentPage> done) override;
    void ReadUnpriced(app::CloseRequest request, app::AnswerDone<std::vector<app::UnpricedMoney>> done) override;
    void ReadClosed(app::CloseRequest request, app::AnswerDone<std::vector<app::StatementRecord>> done) override;
    void ReadStatementHistory(app::StatementHistoryQuery query,
                              app::AnswerDone<std::vector<statements::Statement>> done) override;
    void ReadHistoryEnd(OperatorId owner, app::AnswerDone<app::HistoryEnd> done) override;
    void ReadHistory(OperatorId owner, app::HistoryPosition after, app::AnswerDone<app::HistoryPiece> done) override;

private:
    LedgerTasks tasks_;
};

}  // namespace fairlead::ledger

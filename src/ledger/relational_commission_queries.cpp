#include "ledger/relational_commission_queries.hpp"

#include "ledger/commission/closing.hpp"
#include "ledger/queries/explanation_queries.hpp"
#include "ledger/queries/history_queries.hpp"
#include "ledger/queries/statement_queries.hpp"
#include "ledger/queries/unpriced_money.hpp"
#include "ledger/record/adjustment_rows.hpp"
#include "ledger/record/fx_rate_rows.hpp"

namespace fairlead::ledger {

void RelationalCommissionQueries::ReadRates(app::RateQuery query, app::AnswerDone<app::RatePage> done) {
    tasks_.Read(query.owner, std::move(done), [query](Connection& open) { return ReadRatePage(open, query); });
}

void RelationalCommissionQueries::ReadExplanation(OperatorId owner, AccrualId accrual,
                                                  app::AnswerDone<app::Explanation> done) {
    tasks_.Read(owner, std::move(done), [&index = tasks_.index(), owner, accrual](Connection& open) {
        return ledger::ReadExplanation(open, index, owner, accrual);
    });
}

void RelationalCommissionQueries::ReadPlayerStanding(OperatorId owner, PlayerId player,
                                                     app::AnswerDone<app::PlayerStanding> done) {
    tasks_.Read(owner, std::move(done), [&index = tasks_.index(), owner, player](Connection& open) {
        return ledger::ReadPlayerStanding(open, index, owner, player);
    });
}

void RelationalCommissionQueries::ReadStatements(app::StatementQuery query, app::AnswerDone<app::StatementPage> done) {
    tasks_.Read(query.owner, std::move(done), [query](Connection& open) { return ReadStatementPage(open, query); });
}

void RelationalCommissionQueries::ReadStatement(OperatorId owner, StatementId statement,
                                                app::AnswerDone<app::StatementRecord> done) {
    tasks_.Read(owner, std::move(done),
                [owner, statement](Connection& open) { return ledger::ReadStatement(open, owner, statement); });
}

void RelationalCommissionQueries::FindStatements(app::StatementSearch search,
                                                 app::AnswerDone<app::FoundStatements> done) {
    const OperatorId owner = search.owner;
    tasks_.Read(owner, std::move(done),
                [search = std::move(search)](Connection& open) { return FindClosedStatements(open, search); });
}

void RelationalCommissionQueries::ReadAdjustments(app::AdjustmentQuery query,
                                                  app::AnswerDone<app::AdjustmentPage> done) {
    tasks_.Read(query.owner, std::move(done), [query](Connection& open) { return ReadAdjustmentPage(open, query); });
}

void RelationalCommissionQueries::ReadUnpriced(app::CloseRequest request,
                                               app::AnswerDone<std::vector<app::UnpricedMoney>> done) {
    const OperatorId owner = request.owner;
    tasks_.Read(owner, std::move(done),
                [request = std::move(request)](Connection& open) { return ReadUnpricedMoney(open, request); });
}

void RelationalCommissionQueries::ReadClosed(app::CloseRequest request,
                                             app::AnswerDone<std::vector<app::StatementRecord>> done) {
    const OperatorId owner = request.owner;
    tasks_.Read(owner, std::move(done),
                [request = std::move(request)](Connection& open) { return ledger::ReadClosed(open, request); });
}

void RelationalCommissionQueries::ReadStatementHistory(app::StatementHistoryQuery query,
                                                       app::AnswerDone<std::vector<statements::Statement>> done) {
    tasks_.Read(query.owner, std::move(done),
                [query](Connection& open) { return ReadStatementsOfPeriods(open, query); });
}

void RelationalCommissionQueries::ReadHistoryEnd(OperatorId owner, app::AnswerDone<app::HistoryEnd> done) {
    tasks_.Read(owner, std::move(done), [owner](Connection& open) { return ledger::ReadHistoryEnd(open, owner); });
}

void RelationalCommissionQueries::ReadHistory(OperatorId owner, app::HistoryPosition after,
                                              app::AnswerDone<app::HistoryPiece> done) {
    tasks_.Read(owner, std::move(done),
                [owner, after](Connection& open) { return ledger::ReadHistory(open, owner, after); });
}

}  // namespace fairlead::ledger

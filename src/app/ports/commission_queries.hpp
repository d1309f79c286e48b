#pragma once

#include <vector>

#include "app/ports/commission_history.hpp"
#include "app/ports/explanation_records.hpp"
#include "app/ports/rate_records.hpp"
#include "app/ports/statement_records.hpp"

namespace fairlead::app {

// Reads rates, statements and explanations of accruals. Safe from any thread; each answer is consistent.
class CommissionQueries {
public:
    virtual ~CommissionQueries() = default;

    virtual void ReadRates(RateQuery query, AnswerDone<RatePage> done) = 0;

    // kNotFound if the operator has no such accrual.
    virtual void ReadExplanation(OperatorId owner, AccrualId accrual, AnswerDone<Explanation> done) = 0;
    // kNotFound if the operator has no such player.
    virtual void ReadPlayerStanding(OperatorId owner, PlayerId player, AnswerDone<PlayerStanding> done) = 0;

    // Open periods are listed as if they were closed now.
    virtual void ReadStatements(StatementQuery query, AnswerDone<StatementPage> done) = 0;
    // kNotFound if the operator has no such statement.
    virtual void ReadStatement(OperatorId owner, StatementId statement, AnswerDone<StatementRecord> done) = 0;
    virtual void FindStatements(StatementSearch search, AnswerDone<FoundStatements> done) = 0;
    virtual void ReadAdjustments(AdjustmentQuery query, AnswerDone<AdjustmentPage> done) = 0;
    // The money of the requested period that has no exchange rate, by currency. Closed periods do not count.
    virtual void ReadUnpriced(CloseRequest request, AnswerDone<std::vector<UnpricedMoney>> done) = 0;
    // The closed statements of the requested period, by affiliate and currency.
    virtual void ReadClosed(CloseRequest request, AnswerDone<std::vector<StatementRecord>> done) = 0;
    // The newest closed statements of some periods, without steps and facts of lines.
    virtual void ReadStatementHistory(StatementHistoryQuery query,
                                      AnswerDone<std::vector<statements::Statement>> done) = 0;

    // The current end of the record, and the players whose commission for earlier events was changed later. Nothing
    // before the end changes.
    virtual void ReadHistoryEnd(OperatorId owner, AnswerDone<HistoryEnd> done) = 0;
    // Some commits after the position, in order.
    virtual void ReadHistory(OperatorId owner, HistoryPosition after, AnswerDone<HistoryPiece> done) = 0;
};

}  // namespace fairlead::app

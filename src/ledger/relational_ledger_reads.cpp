// What the API reads, beside the writers. What must add up sees one moment throughout.

#include "ledger/audit_rows.hpp"
#include "ledger/commission/accrual_queries.hpp"
#include "ledger/commission/explanation_queries.hpp"
#include "ledger/commission/statement_queries.hpp"
#include "ledger/event_queries.hpp"
#include "ledger/fx_rate_rows.hpp"
#include "ledger/health_rows.hpp"
#include "ledger/player_rows.hpp"
#include "ledger/relational_ledger.hpp"
#include "ledger/transactions.hpp"

namespace fairlead::ledger {

void RelationalLedger::ReadAudit(OperatorId owner, app::AuditQuery query, app::AuditDone done) {
    auto shared_done = std::make_shared<app::AuditDone>(std::move(done));
    SessionTask task = [owner, query = std::move(query), shared_done](Result<Session*> session) {
        if (!session) return (*shared_done)(std::unexpected(session.error()));
        (*shared_done)(InTransaction(**session, [&](Session& open) { return ReadAuditRows(open, owner, query); }));
    };
    if (!reads_.Push(task)) (*shared_done)(std::unexpected(Stopping()));
}

void RelationalLedger::ReadHealth(OperatorId owner, app::HealthDone done) {
    Submit(reads_, std::move(done), [owner](Session& session) {
        return InTransaction(session, [&](Session& open) { return ReadFeedHealth(open, owner); });
    });
}

void RelationalLedger::ReadEvents(app::EventQuery query, app::AnswerDone<app::EventPage> done) {
    // Keys are looked up where they are written.
    WorkQueue& queue = query.idempotency_key ? queue_ : reads_;
    Submit(queue, std::move(done), [this, query = std::move(query)](Session& session) {
        return InTransaction(session, [&](Session& open) { return ReadEventPage(open, *engine_.reader_index, query); });
    });
}

void RelationalLedger::ReadClicks(app::ClickQuery query, app::AnswerDone<app::ClickPage> done) {
    Submit(reads_, std::move(done), [this, query](Session& session) {
        return InTransaction(session, [&](Session& open) { return ReadClickPage(open, *engine_.reader_index, query); });
    });
}

void RelationalLedger::ReadPlayers(app::PlayerQuery query, app::AnswerDone<app::PlayerPage> done) {
    Submit(reads_, std::move(done), [this, query = std::move(query)](Session& session) {
        return InTransaction(session,
                             [&](Session& open) { return ReadPlayerPage(open, *engine_.reader_index, query); });
    });
}

void RelationalLedger::ReadPlayerHistory(OperatorId owner, PlayerId player, app::AnswerDone<app::PlayerHistory> done) {
    Submit(reads_, std::move(done), [this, owner, player](Session& session) {
        return InTransaction(session, [&](Session& open) {
            return ledger::ReadPlayerHistory(open, *engine_.reader_index, owner, player);
        });
    });
}

void RelationalLedger::ReadRates(app::RateQuery query, app::AnswerDone<app::RatePage> done) {
    Submit(reads_, std::move(done), [query](Session& session) {
        return InTransaction(session, [&](Session& open) { return ReadRatePage(open, query); });
    });
}

void RelationalLedger::ReadAccruals(app::AccrualQuery query, app::AnswerDone<app::AccrualPage> done) {
    Submit(reads_, std::move(done), [this, query = std::move(query)](Session& session) {
        return InReadingTransaction(session,
                                    [&](Session& open) { return ReadAccrualPage(open, *engine_.reader_index, query); });
    });
}

void RelationalLedger::Explain(OperatorId owner, AccrualId accrual, app::AnswerDone<app::Explanation> done) {
    Submit(reads_, std::move(done), [this, owner, accrual](Session& session) {
        return InReadingTransaction(
            session, [&](Session& open) { return ReadExplanation(open, *engine_.reader_index, owner, accrual); });
    });
}

void RelationalLedger::ReadPlayerStanding(OperatorId owner, PlayerId player,
                                          app::AnswerDone<app::PlayerStanding> done) {
    Submit(reads_, std::move(done), [this, owner, player](Session& session) {
        return InReadingTransaction(session, [&](Session& open) {
            return ledger::ReadPlayerStanding(open, *engine_.reader_index, owner, player);
        });
    });
}

void RelationalLedger::ReadStatements(app::StatementQuery query, app::AnswerDone<app::StatementPage> done) {
    Submit(reads_, std::move(done), [query = std::move(query)](Session& session) {
        return InReadingTransaction(session, [&](Session& open) { return ReadStatementPage(open, query); });
    });
}

void RelationalLedger::ReadStatement(OperatorId owner, StatementId statement,
                                     app::AnswerDone<app::StatementRecord> done) {
    Submit(reads_, std::move(done), [owner, statement](Session& session) {
        return InReadingTransaction(session,
                                    [&](Session& open) { return ledger::ReadStatement(open, owner, statement); });
    });
}

}  // namespace fairlead::ledger

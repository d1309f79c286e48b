#include "ledger/commission/closing.hpp"
#include "ledger/commission/resolving.hpp"
#include "ledger/queries/accrual_queries.hpp"
#include "ledger/queries/explanation_queries.hpp"
#include "ledger/queries/statement_queries.hpp"
#include "ledger/record/fx_rate_rows.hpp"
#include "ledger/record/statement_rows.hpp"
#include "ledger/relational_ledger.hpp"
#include "ledger/transaction/transactions.hpp"

// What the ledger does with rates, accruals and statements.

namespace fairlead::ledger {
namespace {

// So many held accruals are processed, and so long months are closed, before others get their turn.
constexpr std::int64_t kResolvedAtOnce = 2000;
constexpr std::int64_t kClosingMicrosAtOnce = 50'000;

}  // namespace

// What a crash has interrupted goes on.
void RelationalLedger::ResumeResolving() {
    const auto each = [this](const Result<std::vector<OperatorId>>& owners) {
        if (!owners) return;
        for (const OperatorId& owner : *owners) ResolveMore(owner, HeldLeft::kMaybeMore, [](const Status&) {});
    };
    Submit(queue_, app::AnswerDone<std::vector<OperatorId>>(each),
           [](Connection& connection) { return InTransaction(connection, ReadWhoWaits); });
}

void RelationalLedger::StoreRates(OperatorId owner, std::vector<commission::DatedRate> rates, std::string actor,
                                  app::StatusDone done) {
    auto next = [this, owner, done = std::move(done)](Result<HeldLeft> left) mutable {
        ResolveMore(owner, std::move(left), std::move(done));
    };
    Submit(queue_, app::AnswerDone<HeldLeft>(std::move(next)),
           [this, owner, rates = std::move(rates), actor = std::move(actor)](Connection& connection) {
               return InOperatorTransaction(connection, *engine_.reader_index, caches_, owner,
                                            [&](OperatorScope& scope) -> Result<HeldLeft> {
                                                TRY(ledger::StoreRates(scope, rates, actor));
                                                return ResolveHeld(scope, kResolvedAtOnce);
                                            });
           });
}

// Goes on until nothing waits that has a rate, a part at a time: others come in between.
void RelationalLedger::ResolveMore(OperatorId owner, Result<HeldLeft> left, app::StatusDone done) {
    if (!left) return done(std::unexpected(left.error()));
    if (*left == HeldLeft::kNone) return done({});
    auto next = [this, owner, done = std::move(done)](Result<HeldLeft> more) mutable {
        ResolveMore(owner, std::move(more), std::move(done));
    };
    Submit(queue_, app::AnswerDone<HeldLeft>(std::move(next)), [this, owner](Connection& connection) {
        return InOperatorTransaction(connection, *engine_.reader_index, caches_, owner,
                                     [](OperatorScope& scope) { return ResolveHeld(scope, kResolvedAtOnce); });
    });
}

void RelationalLedger::ReadRates(app::RateQuery query, app::AnswerDone<app::RatePage> done) {
    Submit(reads_, std::move(done), [query](Connection& connection) {
        return InTransaction(connection, [&](Connection& open) { return ReadRatePage(open, query); });
    });
}

void RelationalLedger::ReadAccruals(app::AccrualQuery query, app::AnswerDone<app::AccrualPage> done) {
    Submit(reads_, std::move(done), [this, query = std::move(query)](Connection& connection) {
        return InReadingTransaction(
            connection, [&](Connection& open) { return ReadAccrualPage(open, *engine_.reader_index, query); });
    });
}

void RelationalLedger::Explain(OperatorId owner, AccrualId accrual, app::AnswerDone<app::Explanation> done) {
    Submit(reads_, std::move(done), [this, owner, accrual](Connection& connection) {
        return InReadingTransaction(
            connection, [&](Connection& open) { return ReadExplanation(open, *engine_.reader_index, owner, accrual); });
    });
}

void RelationalLedger::ReadPlayerStanding(OperatorId owner, PlayerId player,
                                          app::AnswerDone<app::PlayerStanding> done) {
    Submit(reads_, std::move(done), [this, owner, player](Connection& connection) {
        return InReadingTransaction(connection, [&](Connection& open) {
            return ledger::ReadPlayerStanding(open, *engine_.reader_index, owner, player);
        });
    });
}

void RelationalLedger::ReadStatements(app::StatementQuery query, app::AnswerDone<app::StatementPage> done) {
    Submit(reads_, std::move(done), [query = std::move(query)](Connection& connection) {
        return InReadingTransaction(connection, [&](Connection& open) { return ReadStatementPage(open, query); });
    });
}

void RelationalLedger::ReadStatement(OperatorId owner, StatementId statement,
                                     app::AnswerDone<app::StatementRecord> done) {
    Submit(reads_, std::move(done), [owner, statement](Connection& connection) {
        return InReadingTransaction(connection,
                                    [&](Connection& open) { return ledger::ReadStatement(open, owner, statement); });
    });
}

void RelationalLedger::StepStatement(app::StatementStepRequest request, app::AnswerDone<app::StatementRecord> done) {
    Submit(queue_, std::move(done), [request = std::move(request)](Connection& connection) {
        return InTransaction(connection, [&](Connection& open) { return ledger::StepStatement(open, request); });
    });
}

void RelationalLedger::Close(app::CloseRequest request, app::AnswerDone<app::CloseOutcome> done) {
    StartClosing(std::make_shared<Closing>(std::move(request), std::move(done)));
}

void RelationalLedger::StartClosing(const std::shared_ptr<Closing>& closing) {
    using Affiliates = std::vector<AffiliateId>;
    const auto next = [this, closing](Result<Affiliates> affiliates) {
        if (!affiliates) return closing->done(std::unexpected(affiliates.error()));
        closing->left.assign(affiliates->begin(), affiliates->end());
        CloseNext(closing);
    };
    Submit(queue_, app::AnswerDone<Affiliates>(next), [this, closing](Connection& connection) {
        return InOperatorTransaction(connection, *engine_.reader_index, caches_, closing->request.owner,
                                     [&](OperatorScope& scope) { return AffiliatesToClose(scope, closing->request); });
    });
}

void RelationalLedger::CloseNext(const std::shared_ptr<Closing>& closing) {
    if (closing->left.empty()) return FinishClosing(closing);
    const auto next = [this, closing](Status closed) {
        if (!closed) return closing->done(std::unexpected(closed.error()));
        CloseNext(closing);
    };
    Submit(queue_, app::StatusDone(next), [this, closing](Connection& connection) {
        // A transaction that fails has closed nobody.
        auto left = closing->left;
        bool fresh = closing->fresh;
        auto closed = InOperatorTransaction(
            connection, *engine_.reader_index, caches_, closing->request.owner, [&](OperatorScope& scope) -> Status {
                const std::int64_t until = SteadyMicros() + kClosingMicrosAtOnce;
                while (!left.empty() && SteadyMicros() < until) {
                    const auto done = TRY(CloseAffiliate(scope, left.front(), closing->request));
                    fresh = fresh || done;
                    left.pop_front();
                }
                return {};
            });
        if (closed) {
            closing->left = std::move(left);
            closing->fresh = fresh;
        }
        return closed;
    });
}

void RelationalLedger::FinishClosing(const std::shared_ptr<Closing>& closing) {
    if (closing->request.affiliate) return AnswerClosing(closing);
    const auto next = [this, closing](Result<bool> finished) {
        if (!finished) return closing->done(std::unexpected(finished.error()));
        // Somebody has earned something in the month meanwhile.
        if (!*finished) return StartClosing(closing);
        AnswerClosing(closing);
    };
    Submit(queue_, app::AnswerDone<bool>(next), [this, closing](Connection& connection) {
        return InOperatorTransaction(connection, *engine_.reader_index, caches_, closing->request.owner,
                                     [&](OperatorScope& scope) { return CloseForAll(scope, closing->request); });
    });
}

void RelationalLedger::AnswerClosing(const std::shared_ptr<Closing>& closing) {
    Submit(reads_, std::move(closing->done), [closing](Connection& connection) {
        return InTransaction(connection, [&](Connection& open) -> Result<app::CloseOutcome> {
            auto closed = TRY(ReadClosed(open, closing->request));
            return app::CloseOutcome{std::move(closed), closing->fresh};
        });
    });
}

void RelationalLedger::Adjust(app::AdjustmentRequest request, app::AnswerDone<app::AdjustmentRecord> done) {
    Submit(queue_, std::move(done), [this, request = std::move(request)](Connection& connection) {
        return InOperatorTransaction(connection, *engine_.reader_index, caches_, request.owner,
                                     [&](OperatorScope& scope) { return ledger::Adjust(scope, request); });
    });
}

}  // namespace fairlead::ledger

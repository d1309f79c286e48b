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
           [](Session& session) { return InTransaction(session, ReadWhoWaits); });
}

void RelationalLedger::StoreRates(OperatorId owner, std::vector<commission::DatedRate> rates, std::string actor,
                                  app::StatusDone done) {
    auto next = [this, owner, done = std::move(done)](Result<HeldLeft> left) mutable {
        ResolveMore(owner, std::move(left), std::move(done));
    };
    Submit(queue_, app::AnswerDone<HeldLeft>(std::move(next)),
           [this, owner, rates = std::move(rates), actor = std::move(actor)](Session& session) {
               return InOperatorTransaction(session, *engine_.reader_index, books_, owner,
                                            [&](OperatorScope& scope) -> Result<HeldLeft> {
                                                auto stored = ledger::StoreRates(scope, rates, actor);
                                                if (!stored) return std::unexpected(stored.error());
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
    Submit(queue_, app::AnswerDone<HeldLeft>(std::move(next)), [this, owner](Session& session) {
        return InOperatorTransaction(session, *engine_.reader_index, books_, owner,
                                     [](OperatorScope& scope) { return ResolveHeld(scope, kResolvedAtOnce); });
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

void RelationalLedger::StepStatement(app::StatementStepRequest request, app::AnswerDone<app::StatementRecord> done) {
    Submit(queue_, std::move(done), [request = std::move(request)](Session& session) {
        return InTransaction(session, [&](Session& open) { return ledger::StepStatement(open, request); });
    });
}

void RelationalLedger::Close(app::CloseRequest request, app::AnswerDone<app::CloseOutcome> done) {
    StartClosing(std::make_shared<Closing>(std::move(request), std::move(done)));
}

void RelationalLedger::StartClosing(const std::shared_ptr<Closing>& closing) {
    using Affiliates = std::vector<AffiliateId>;
    const auto next = [this, closing](Result<Affiliates> whom) {
        if (!whom) return closing->done(std::unexpected(whom.error()));
        closing->left.assign(whom->begin(), whom->end());
        CloseNext(closing);
    };
    Submit(queue_, app::AnswerDone<Affiliates>(next), [this, closing](Session& session) {
        return InOperatorTransaction(session, *engine_.reader_index, books_, closing->request.owner,
                                     [&](OperatorScope& scope) { return WhomToClose(scope, closing->request); });
    });
}

void RelationalLedger::CloseNext(const std::shared_ptr<Closing>& closing) {
    if (closing->left.empty()) return FinishClosing(closing);
    const auto next = [this, closing](Status closed) {
        if (!closed) return closing->done(std::unexpected(closed.error()));
        CloseNext(closing);
    };
    Submit(queue_, app::StatusDone(next), [this, closing](Session& session) {
        // A transaction that fails has closed nobody.
        auto left = closing->left;
        bool fresh = closing->fresh;
        auto closed = InOperatorTransaction(
            session, *engine_.reader_index, books_, closing->request.owner, [&](OperatorScope& scope) -> Status {
                const std::int64_t until = SteadyMicros() + kClosingMicrosAtOnce;
                while (!left.empty() && SteadyMicros() < until) {
                    const auto done = CloseAffiliate(scope, left.front(), closing->request);
                    if (!done) return std::unexpected(done.error());
                    fresh = fresh || *done;
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
    Submit(queue_, app::AnswerDone<bool>(next), [this, closing](Session& session) {
        return InOperatorTransaction(session, *engine_.reader_index, books_, closing->request.owner,
                                     [&](OperatorScope& scope) { return CloseForAll(scope, closing->request); });
    });
}

void RelationalLedger::AnswerClosing(const std::shared_ptr<Closing>& closing) {
    Submit(reads_, std::move(closing->done), [closing](Session& session) {
        return InTransaction(session, [&](Session& open) -> Result<app::CloseOutcome> {
            auto closed = ReadClosed(open, closing->request);
            if (!closed) return std::unexpected(closed.error());
            return app::CloseOutcome{std::move(*closed), closing->fresh};
        });
    });
}

void RelationalLedger::Adjust(app::AdjustmentRequest request, app::AnswerDone<app::AdjustmentRecord> done) {
    Submit(queue_, std::move(done), [this, request = std::move(request)](Session& session) {
        return InOperatorTransaction(session, *engine_.reader_index, books_, request.owner,
                                     [&](OperatorScope& scope) { return ledger::Adjust(scope, request); });
    });
}

}  // namespace fairlead::ledger

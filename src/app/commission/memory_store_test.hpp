#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/ports/commission_queries.hpp"
#include "app/ports/commission_store.hpp"

namespace fairlead::app {

// The periods and the unpriced accruals of one operator in memory. Answers at once, on the caller's thread.
class MemoryCommission : public CommissionStore, public CommissionQueries {
public:
    // How many affiliates one step closes, and how many accruals one step prices.
    std::size_t closed_at_once = 1;
    std::int64_t resolved_at_once = 1;

    std::set<AffiliateId> open;                  // Affiliates with a period to close.
    std::vector<AffiliateId> earn_during_close;  // Affiliates that earn something during the close, one per attempt.
    bool unpriced = false;                       // Whether the period has money without an exchange rate.
    std::int64_t waiting = 0;                    // Unpriced accruals whose exchange rate is known.
    std::optional<bool> noted;                   // Whether the request with the key has closed something.
    std::optional<Error> failure;                // If set, the next call fails with it.
    std::vector<std::string> steps;              // The calls so far.

    void FindAffiliatesToClose(CloseRequest request, AnswerDone<std::vector<AffiliateId>> done) override {
        if (Refuses("find", done)) return;
        std::vector<AffiliateId> wanted(open.begin(), open.end());
        if (request.affiliate) std::erase_if(wanted, [&](const auto& each) { return each != *request.affiliate; });
        done(std::move(wanted));
    }
    void CloseSome(CloseRequest, std::vector<AffiliateId> affiliates, AnswerDone<ClosingStep> done) override {
        if (Refuses("close", done)) return;
        const auto count = std::min(closed_at_once, affiliates.size());
        ClosingStep step;
        for (std::size_t i = 0; i < count; ++i) step.fresh = open.erase(affiliates[i]) > 0 || step.fresh;
        step.left.assign(affiliates.begin() + static_cast<std::ptrdiff_t>(count), affiliates.end());
        closed.insert(closed.end(), affiliates.begin(), affiliates.begin() + static_cast<std::ptrdiff_t>(count));
        done(std::move(step));
    }
    void CloseForAll(CloseRequest, AnswerDone<bool> done) override {
        if (Refuses("all", done)) return;
        if (!earn_during_close.empty()) {
            open.insert(earn_during_close.back());
            earn_during_close.pop_back();
        }
        done(open.empty());
    }
    void FindClosing(CloseRequest request, AnswerDone<std::optional<bool>> done) override {
        if (Refuses("findKey", done)) return;
        done(request.key ? noted : std::nullopt);
    }
    void NoteClosing(CloseRequest, bool fresh, StatusDone done) override {
        if (Refuses("note", done)) return;
        noted = fresh;
        done(Status());
    }
    void ReadUnpriced(CloseRequest, AnswerDone<std::vector<UnpricedMoney>> done) override {
        if (Refuses("unpriced", done)) return;
        std::vector<UnpricedMoney> money;
        if (unpriced) money.push_back({*Currency::Parse("SEK"), 1, Decimal::FromInteger(100)});
        done(std::move(money));
    }
    void ReadClosed(CloseRequest, AnswerDone<std::vector<StatementRecord>> done) override {
        if (Refuses("read", done)) return;
        std::vector<StatementRecord> found;
        for (const AffiliateId& affiliate : closed) {
            found.emplace_back().statement.affiliate = affiliate;
        }
        done(std::move(found));
    }

    void StoreRates(RatesRequest, AnswerDone<UnpricedLeft> done) override { Resolve("store", std::move(done)); }
    void ResolveUnpriced(OperatorId, AnswerDone<UnpricedLeft> done) override { Resolve("resolve", std::move(done)); }
    void ReadOperatorsWithUnpriced(AnswerDone<std::vector<OperatorId>> done) override {
        std::vector<OperatorId> owners;
        if (waiting > 0) owners.push_back(OperatorId::New());
        done(std::move(owners));
    }

    void StepStatement(StatementStepRequest, AnswerDone<StatementRecord> done) override {
        if (!Refuses("step", done)) done(StatementRecord{.status = StatementStatus::kApproved});
    }
    // Steps two statements at once. The step of a statement whose id is all zeros is refused.
    void StepSome(BulkStepRequest request, std::size_t first, AnswerDone<std::vector<BulkStepResult>> done) override {
        if (Refuses("stepSome", done)) return;
        std::vector<BulkStepResult> results;
        for (std::size_t i = first; i < std::min(first + 2, request.statements.size()); ++i) {
            BulkStepResult& result = results.emplace_back();
            result.statement = request.statements[i];
            if (result.statement == StatementId()) {
                result.error = Error{ErrorCode::kConflict, "", "refused"};
            } else {
                result.status = StatementStatus::kApproved;
            }
        }
        done(std::move(results));
    }
    void ReadStatement(OperatorId, StatementId, AnswerDone<StatementRecord> done) override {
        if (!Refuses("statement", done)) done(StatementRecord{.status = StatementStatus::kOpen});
    }
    void Adjust(AdjustmentRequest request, AnswerDone<AdjustmentRecord> done) override {
        if (!Refuses("adjust", done)) done(AdjustmentRecord{.affiliate = request.affiliate, .money = request.money});
    }
    void ReadStatements(StatementQuery, AnswerDone<StatementPage> done) override {
        if (!Refuses("statements", done)) done(StatementPage{.items = statements, .more_after = std::nullopt});
    }
    void ReadStatementHistory(StatementHistoryQuery, AnswerDone<std::vector<statements::Statement>> done) override {
        if (!Refuses("history", done)) done(history);
    }

    // The tested use cases do not call these.
    void Reassign(Reassignment, StatusDone) override { ADD_FAILURE(); }
    void ReverseAdjustment(AdjustmentReversal, AnswerDone<AdjustmentRecord>) override { ADD_FAILURE(); }
    void ReverseAccrual(AccrualReversal, AnswerDone<AccrualId>) override { ADD_FAILURE(); }
    void ReadAdjustments(AdjustmentQuery, AnswerDone<AdjustmentPage>) override { ADD_FAILURE(); }
    void ReadRates(RateQuery, AnswerDone<RatePage>) override { ADD_FAILURE(); }
    void ReadExplanation(OperatorId, AccrualId, AnswerDone<Explanation>) override { ADD_FAILURE(); }
    void ReadPlayerStanding(OperatorId, PlayerId, AnswerDone<PlayerStanding>) override { ADD_FAILURE(); }
    void FindStatements(StatementSearch, AnswerDone<FoundStatements>) override { ADD_FAILURE(); }
    void ReadHistoryEnd(OperatorId, AnswerDone<HistoryEnd>) override { ADD_FAILURE(); }
    void ReadHistory(OperatorId, HistoryPosition, AnswerDone<HistoryPiece>) override { ADD_FAILURE(); }

    std::vector<AffiliateId> closed;
    std::vector<statements::Statement> history;
    std::vector<StatementRecord> statements;

private:
    bool Refuses(const char* step, auto& done) {
        steps.emplace_back(step);
        if (!failure) return false;
        done(std::unexpected(*std::exchange(failure, std::nullopt)));
        return true;
    }

    void Resolve(const char* step, AnswerDone<UnpricedLeft> done) {
        if (Refuses(step, done)) return;
        const bool all = waiting < resolved_at_once;
        waiting = std::max<std::int64_t>(0, waiting - resolved_at_once);
        done(all ? UnpricedLeft::kNone : UnpricedLeft::kMaybeMore);
    }
};

}  // namespace fairlead::app

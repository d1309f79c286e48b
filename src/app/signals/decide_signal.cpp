#include "app/signals/decide_signal.hpp"

#include <set>

#include "app/await.hpp"
#include "app/ports/commission_store.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kAccrualsPerPage = 200;

std::unexpected<Error> TooManyAccruals() {
    return Fail(ErrorCode::kConflict, "more than " + std::to_string(kAccrualsReversedMax) +
                                          " accruals are behind this signal. Make an adjustment and release it");
}

// The accruals that can be reversed, those that were reversed earlier, and the number of unpriced ones.
struct Reversible {
    std::vector<AccrualId> accruals;
    std::set<AccrualId> reversed;
    std::int64_t unpriced = 0;

    void Add(const AccrualRecord& record) {
        if (record.status == AccrualStatus::kUnpriced) {
            ++unpriced;
        } else if (record.reverses) {
            reversed.insert(*record.reverses);
        } else if (!record.accrual.amount.amount.IsZero()) {
            accruals.push_back(record.id);
        }
    }
    std::vector<AccrualId> Left() const {
        std::vector<AccrualId> left;
        for (const AccrualId& id : accruals) {
            if (!reversed.contains(id)) left.push_back(id);
        }
        return left;
    }
};

Status ReadAccrualsOf(RecordQueries& records, OperatorId owner, AffiliateId affiliate, PlayerId player,
                      Reversible& found) {
    AccrualQuery query{.owner = owner, .limit = kAccrualsPerPage};
    query.affiliate = affiliate;
    query.player = player;
    while (found.accruals.size() <= 2 * kAccrualsReversedMax) {
        const auto page =
            TRY(Await<AccrualPage>([&](auto done) { records.ReadAccruals(query, RowFilter(), std::move(done)); }));
        for (const AccrualRecord& record : page.items) found.Add(record);
        if (!page.more_after) return {};
        query.before = page.more_after;
    }
    // The rest was not read, so nobody knows how many are left to reverse.
    return TooManyAccruals();
}

Status CheckReversible(const Reversible& found, std::size_t left) {
    if (found.unpriced > 0) {
        return Fail(ErrorCode::kConflict, std::to_string(found.unpriced) +
                                              " accruals have no exchange rate yet. Add the rate first, then reverse");
    }
    if (left == 0 && found.reversed.empty()) {
        return Fail(ErrorCode::kConflict,
                    "the players behind this signal have earned no commission. Release the signal");
    }
    if (left <= kAccrualsReversedMax) return {};
    return TooManyAccruals();
}

Result<SignalRecord> FindOpen(SignalStore& signals, const SignalDecision& decision) {
    SignalQuery query{.owner = decision.owner, .limit = 1};
    query.signal = decision.signal;
    auto page = TRY(Await<SignalPage>([&](auto done) { signals.Read(query, std::move(done)); }));
    if (page.items.empty()) return Fail(ErrorCode::kNotFound, "there is no such fraud signal");
    return std::move(page.items.front());
}

Status ReverseAll(CommissionStore& store, const std::vector<AccrualId>& accruals, const SignalDecision& decision) {
    for (const AccrualId& accrual : accruals) {
        const AccrualReversal reversal{.owner = decision.owner,
                                       .accrual = accrual,
                                       .reason = decision.reason,
                                       .actor = decision.actor,
                                       .key = std::nullopt};
        TRY(Await<AccrualId>([&](auto done) { store.ReverseAccrual(reversal, std::move(done)); }));
    }
    return {};
}

}  // namespace

void ReleaseSignal(SignalStore& signals, SignalDecision decision, AnswerDone<SignalRecord> done) {
    decision.state = SignalState::kReleased;
    signals.Decide(std::move(decision), std::move(done));
}

Result<SignalRecord> ReverseSignal(const SignalPorts& ports, const OperatorEntry& owner, SignalDecision decision) {
    decision.state = SignalState::kReversed;
    const SignalRecord signal = TRY(FindOpen(ports.signals, decision));
    const auto* rule = owner.FindFraudRule(signal.rule);
    // If the signal is already decided, the store refuses the request, or answers a repeated request again.
    if (signal.state == SignalState::kOpen && rule != nullptr) {
        const auto players = TRY(ports.judge.FindPlayers(decision.owner, *rule, signal.finding));
        Reversible found;
        for (const PlayerId& player : players) {
            TRY(ReadAccrualsOf(ports.records, decision.owner, signal.finding.affiliate, player, found));
        }
        const auto left = found.Left();
        TRY(CheckReversible(found, left.size()));
        TRY(ReverseAll(ports.commission_store, left, decision));
        decision.accruals_reversed = std::ssize(left);
    }
    return Await<SignalRecord>([&](auto done) { ports.signals.Decide(decision, std::move(done)); });
}

}  // namespace fairlead::app

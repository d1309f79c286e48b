#include "domain/commission/ladder.hpp"

#include <algorithm>
#include <iterator>

#include "domain/commission/ring_fence.hpp"
#include "domain/deals/rev_share_base.hpp"

namespace fairlead::commission {
namespace {

template <class Part>
std::int32_t FirstEqual(const Deal& deal, std::int32_t number, std::optional<Part> Terms::* part) {
    const DealVersion* own = deal.Version(number);
    if (own == nullptr) return number;
    for (const DealVersion& each : deal.versions) {
        if (each.number >= number) break;
        if (each.terms.*part == own->terms.*part) return each.number;
    }
    return number;
}

// `is_used` says whether the version's own state was used before versions with equal terms shared a state.
template <class Part, class IsUsed>
StateKey SharedKey(const Plan& plan, GroupStates& groups, const StateKey& own, std::optional<Part> Terms::* part,
                   IsUsed is_used) {
    if (plan.rules() < kRulesOfLadders || own.version <= 1) return own;
    StateKey shared = own;
    shared.version = FirstEqual(plan.KnownDeal(own.deal), own.version, part);
    return shared == own || is_used(groups.Group(own)) ? own : shared;
}

// The states of all versions of these deals that have the part.
template <class Part, class KeyOf>
std::vector<LadderState> StatesOf(const std::vector<const Deal*>& deals, const StateKey& own,
                                  std::optional<Part> Terms::* part, KeyOf key_of) {
    std::vector<LadderState> states;
    for (const Deal* deal : deals) {
        for (const DealVersion& version : deal->versions) {
            if (!(version.terms.*part)) continue;
            const StateKey key = key_of(StateKey{own.affiliate, own.period, deal->id, version.number});
            if (key.version == version.number) states.push_back({deal, &version, key});
        }
    }
    return states;
}

Activity ActivityIn(GroupStates& groups, const StateKey& key) {
    return groups.Group(ActivityKey(key.affiliate, key.period, key.deal)).activity;
}

// Sums of brands can add up to nothing, and are then re-rated all the same.
bool HoldsNothing(const GroupState& group) {
    return group.sums == RevShareSums{} &&
           std::ranges::all_of(group.brands, [](const BrandSums& each) { return each.sums == RevShareSums{}; });
}

// Moves the states of one change.
class LadderMove {
public:
    LadderMove(const Plan& plan, GroupStates& groups, const ShareChange& change)
        : plan_(plan),
          groups_(groups),
          change_(change),
          pooled_(!change.deal.tier_pool.empty()),
          counted_(change.before != change.after) {}

    std::vector<MovedState> Run() {
        FindStates();
        if (pooled_) AddUpPool();
        std::vector<MovedState> moved;
        for (const LadderState& state : states_) Move(state, moved);
        return moved;
    }

private:
    bool IsOwn(const LadderState& state) const { return change_.version != nullptr && state.key == own_; }

    void FindStates() {
        const StateKey of_change{change_.affiliate, change_.period, change_.deal.id,
                                 change_.version != nullptr ? change_.version->number : 0};
        if (change_.version != nullptr) {
            own_ = ShareStateOf(plan_, groups_, of_change);
            states_.push_back({&change_.deal, change_.version, own_});
        }
        if (!pooled_ && !counted_) return;
        const auto deals = pooled_ ? plan_.PoolOf(change_.deal) : std::vector{&change_.deal};
        const auto beside = StatesOf(deals, of_change, &Terms::rev_share,
                                     [&](const StateKey& key) { return ShareStateOf(plan_, groups_, key); });
        std::ranges::copy_if(beside, std::back_inserter(states_),
                             [&](const LadderState& state) { return !IsOwn(state); });
    }

    // Adds up the bases and the activity of the pool's deals, before and after the change.
    void AddUpPool() {
        for (const LadderState& state : states_) {
            const RevShareTerms& terms = *state.version->terms.rev_share;
            RevShareSums sums = groups_.Group(state.key).sums;
            base_before_ += BaseOf(terms, sums);
            if (IsOwn(state)) sums += change_.added.sums;
            base_after_ += BaseOf(terms, sums);
        }
        if (!plan_.ActivityOf(change_.deal.id).any()) return;
        for (const Deal* deal : plan_.PoolOf(change_.deal)) {
            const bool own = deal == &change_.deal;
            const Activity activity =
                own ? Activity() : ActivityIn(groups_, {change_.affiliate, change_.period, deal->id});
            activity_before_ += own ? change_.before : activity;
            activity_after_ += own ? change_.after : activity;
        }
    }

    RateInput InputFor(const LadderState& state, const GroupState& group, bool after) {
        const Terms& terms = state.version->terms;
        const Activity own = after ? change_.after : change_.before;
        const bool counts = PartsIn(*terms.rev_share).any();
        const Activity activity = state.deal == &change_.deal || !counts ? own : ActivityIn(groups_, state.key);
        RateInput input = InputOf(plan_, state.key, terms, group, activity);
        if (!pooled_ || terms.rev_share->tiers.empty()) return input;
        const TierBy by = terms.rev_share->tier_by;
        const int digits = input.digits.value_or(Decimal::kFractionDigits);
        input.pooled = by == TierBy::kBase ? (after ? base_after_ : base_before_)
                                           : MeasureOf(by, after ? activity_after_ : activity_before_, digits);
        return input;
    }

    void Move(const LadderState& state, std::vector<MovedState>& moved) {
        const RevShareTerms& terms = *state.version->terms.rev_share;
        const bool own = IsOwn(state);
        const bool moves = own && change_.added.sums != RevShareSums{};
        const bool looks = pooled_ || (counted_ && PartsIn(terms).any());
        GroupState& group = groups_.Group(state.key);
        if (!moves && (!looks || HoldsNothing(group))) return;
        StartBrands(plan_, terms, group);
        const RateInput before = InputFor(state, group, false);
        const RateInput after = InputFor(state, group, true);
        AddedSums added{change_.added.brand, {}};
        if (moves) added.sums = change_.added.sums;
        if (moves && terms.negative.high_roller && change_.state != nullptr) {
            added.players.push_back(WatchedIn(plan_, state.key, group, *change_.player, added.sums, *change_.state));
        }
        MovedShare share = MoveShare(terms, group, added, before, after);
        if (moves) groups_.Changed(state.key);
        if (moves || !share.amount.IsZero() || !share.others.empty()) moved.push_back({state, own, std::move(share)});
    }

    const Plan& plan_;
    GroupStates& groups_;
    const ShareChange& change_;
    bool pooled_;
    bool counted_;
    StateKey own_ = {};
    std::vector<LadderState> states_;
    Decimal base_before_;
    Decimal base_after_;
    Activity activity_before_;
    Activity activity_after_;
};

}  // namespace

StateKey ShareStateOf(const Plan& plan, GroupStates& groups, const StateKey& own) {
    return SharedKey(plan, groups, own, &Terms::rev_share,
                     [](const GroupState& group) { return group.sums != RevShareSums{}; });
}

StateKey CpaStateOf(const Plan& plan, GroupStates& groups, const StateKey& own) {
    return SharedKey(plan, groups, own, &Terms::cpa, [](const GroupState& group) { return !group.positions.empty(); });
}

std::vector<LadderState> CpaStatesBeside(const Plan& plan, GroupStates& groups, const Deal& deal, const StateKey& own) {
    if (deal.tier_pool.empty()) return {{&deal, deal.Version(own.version), own}};
    return StatesOf(plan.PoolOf(deal), own, &Terms::cpa,
                    [&](const StateKey& key) { return CpaStateOf(plan, groups, key); });
}

std::vector<MovedState> MoveLadder(const Plan& plan, GroupStates& groups, const ShareChange& change) {
    return LadderMove(plan, groups, change).Run();
}

}  // namespace fairlead::commission

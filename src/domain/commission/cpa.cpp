#include <algorithm>

#include "base/assert.hpp"
#include "domain/commission/cpa_conditions.hpp"
#include "domain/commission/ladder.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

bool IsFollowed(EventType type) {
    return type == EventType::kFirstDeposit || type == EventType::kDeposit || type == EventType::kWagerPlaced ||
           type == EventType::kChargeback;
}

bool IsCondition(EventType type) {
    return type == EventType::kKycVerified || type == EventType::kSelfExclusion || type == EventType::kPlayerBlocked;
}

// Other events than deposits and wagers complete the conditions only if the terms need them.
bool IsRequired(const CpaTerms& terms, EventType type) { return type == EventType::kKycVerified && terms.requires_kyc; }

// If each event uses the version in force, events are counted as soon as any version of the deal has CPA.
bool HasCpa(const Deal& deal, const Terms& terms) {
    const auto has_cpa = [](const DealVersion& version) { return version.terms.cpa.has_value(); };
    return terms.cpa || (deal.binding == Binding::kEvent && std::ranges::any_of(deal.NotWithdrawn(), has_cpa));
}

bool IsInTimeForCpa(const Scene& scene, const std::optional<CpaTerms>& terms) {
    if (!terms) return true;
    const bool starts =
        scene.event.type == EventType::kFirstDeposit && terms->qualify_from == QualifyFrom::kFirstDeposit;
    const auto deadline = CpaDeadline(*terms, scene.state, scene.player.registered_at);
    return starts || !deadline || scene.event.time <= *deadline;
}

struct Price {
    Decimal amount;
    PricedBy priced_by = PricedBy::kAmount;
};

// The price by tiers: the amount of the highest tier that is reached, or the amount of the terms.
Price TierPrice(const CpaTerms& terms, std::int64_t reached) {
    Price price{terms.amount, PricedBy::kAmount};
    for (const CpaTier& tier : terms.tiers) {
        if (reached >= tier.from) price = {tier.amount, PricedBy::kTier};
    }
    return price;
}

// The price that the first deposit sets.
Price FirstDepositPrice(const Scene& scene, const CpaTerms& terms) {
    const Decimal first =
        Compared(scene.state.first_deposit.value_or(Decimal()), ComparedDigits(scene.plan(), scene.terms()));
    Price price{terms.amount, PricedBy::kAmount};
    for (const FirstDepositAmount& each : terms.amount_by_first_deposit) {
        if (first >= each.from) price = {each.amount, PricedBy::kFirstDeposit};
    }
    return price;
}

// `players` is the number of qualified players of the period in all deals of the pool.
Price PriceOf(const Scene& scene, const CpaTerms& terms, std::int64_t position, std::int64_t players) {
    if (terms.monthly_cap && position > *terms.monthly_cap) return {Decimal(), PricedBy::kCap};
    const auto country = terms.amount_by_country.find(scene.player.country);
    if (country != terms.amount_by_country.end()) return {country->second, PricedBy::kCountry};
    if (!terms.amount_by_first_deposit.empty()) return FirstDepositPrice(scene, terms);
    // Without a pool, marginal tiers go by the position, which may be a vacant one before others. In all other cases
    // the number of players counts.
    const bool by_players = terms.tier_mode == TierMode::kWhole || !scene.chosen.deal->tier_pool.empty();
    return TierPrice(terms, by_players ? players : position);
}

// Takes the first vacant position, or a new one. Returns its index.
std::size_t TakePosition(GroupState& group) {
    if (group.vacant == 0) {
        group.positions.emplace_back();
        return group.positions.size() - 1;
    }
    --group.vacant;
    const auto vacant = std::ranges::find(group.positions, Position::Standing::kVacant, &Position::standing);
    FAIRLEAD_ASSERT(vacant != group.positions.end(), "a period with a count of vacant positions has one");
    return static_cast<std::size_t>(vacant - group.positions.begin());
}

// A tier for the whole period was reached: players that qualified before get the same price.
void ReRate(Scene& scene, const StateKey& key, std::optional<std::size_t> causing, const Accrual& cause,
            Decimal amount) {
    for (std::size_t i = 0; i < scene.groups().Group(key).positions.size(); ++i) {
        Position& position = scene.groups().Group(key).positions[i];
        const bool by_tier = position.priced_by == PricedBy::kAmount || position.priced_by == PricedBy::kTier;
        if (i == causing || position.standing != Position::Standing::kTaken || !by_tier) continue;
        if (position.amount == amount) continue;
        Accrual accrual = cause;
        accrual.reason = Reason::kReRated;
        accrual.player = position.player;
        accrual.brand = position.brand;
        accrual.amount.amount = amount - position.amount;
        accrual.rate = amount;
        accrual.cpa =
            CpaSeen{.position = static_cast<std::int64_t>(i) + 1, .priced_by = PricedBy::kTier, .period = key.period};
        position.amount = amount;
        position.priced_by = PricedBy::kTier;
        position.payable_from = std::max(position.payable_from, cause.payable_from.value_or(cause.event_time));
        scene.groups().PositionChanged(key, i);
        scene.Pay(std::move(accrual));
    }
}

std::int64_t PlayersIn(GroupStates& groups, const std::vector<LadderState>& states) {
    std::int64_t players = 0;
    for (const LadderState& state : states) {
        const GroupState& group = groups.Group(state.key);
        players += static_cast<std::int64_t>(group.positions.size() - group.vacant);
    }
    return players;
}

// Re-rates every state of the pool in which this number of players is the start of a tier for the whole period.
void ReRateAll(Scene& scene, const std::vector<LadderState>& states, const StateKey& own, std::size_t causing,
               const Accrual& cause, std::int64_t players) {
    for (const LadderState& state : states) {
        const bool is_own = state.key == own;
        const CpaTerms& terms = is_own ? *scene.terms().cpa : *state.version->terms.cpa;
        const bool reached = std::ranges::find(terms.tiers, players, &CpaTier::from) != terms.tiers.end();
        if (terms.tier_mode != TierMode::kWhole || !reached) continue;
        Accrual of_state = cause;
        if (!is_own) {
            of_state.deal = state.deal->id;
            of_state.version = state.version->number;
        }
        ReRate(scene, state.key, is_own ? std::optional(causing) : std::nullopt, of_state,
               TierPrice(terms, players).amount);
    }
}

void Qualify(Scene& scene, const CpaTerms& terms) {
    const Period period = scene.StatePeriod();
    const StateKey key = CpaStateOf(scene.plan(), scene.groups(), scene.KeyIn(period));
    const auto states = CpaStatesBeside(scene.plan(), scene.groups(), *scene.chosen.deal, key);
    GroupState& group = scene.groups().Group(key);
    const std::size_t index = TakePosition(group);
    auto& positions = group.positions;
    const auto place = static_cast<std::int64_t>(index) + 1;
    positions[index] = {.player = scene.player.id, .brand = scene.player.brand};
    const std::int64_t players = PlayersIn(scene.groups(), states);
    const Price price = PriceOf(scene, terms, place, players);

    PlayerState& state = scene.state;
    Accrual accrual =
        scene.NewAccrual(Component::kCpa, price.priced_by == PricedBy::kCap ? Reason::kCapped : Reason::kEarned);
    if (terms.hold_days > 0) scene.PayFrom(accrual, {scene.event.time.micros + terms.hold_days * kMicrosPerDay});
    accrual.amount.amount = price.amount;
    accrual.rate = price.amount;
    accrual.cpa = {place,
                   price.priced_by,
                   period,
                   *state.first_deposit,
                   state.deposits_in_time - state.chargebacks_in_time,
                   state.wagered_in_time,
                   state.bets_in_time,
                   state.kyc_in_time};
    if (!scene.chosen.deal->tier_pool.empty()) accrual.cpa->pool_players = players;
    positions[index].amount = price.amount;
    positions[index].priced_by = price.priced_by;
    positions[index].payable_from = accrual.payable_from.value_or(accrual.event_time);
    state.cpa = CpaStanding::kQualified;
    state.cpa_version = key.version;
    state.cpa_period = period;
    state.cpa_position = place;
    if (LeavesLaterDeposits(scene)) state.counted_until = scene.event.seq;
    CountQualified(scene, period);
    scene.groups().PositionChanged(key, index);
    scene.Pay(accrual);
    ReRateAll(scene, states, key, index, accrual, players);
}

// The first deposit of a qualified player has grown, which may change its price.
void FollowFirstDeposit(Scene& scene, const CpaTerms& terms) {
    PlayerState& state = scene.state;
    const StateKey key{scene.player.affiliate, state.cpa_period, scene.chosen.deal->id, state.cpa_version};
    Position& position = scene.groups().Group(key).PositionAt(state.cpa_position);
    const bool follows = position.priced_by == PricedBy::kAmount || position.priced_by == PricedBy::kFirstDeposit;
    const Price price = FirstDepositPrice(scene, terms);
    if (terms.amount_by_first_deposit.empty() || !follows || price.amount == position.amount) return;
    Accrual accrual = scene.NewAccrual(Component::kCpa, Reason::kReRated);
    if (terms.hold_days > 0) scene.PayFrom(accrual, {scene.event.time.micros + terms.hold_days * kMicrosPerDay});
    accrual.amount.amount = price.amount - position.amount;
    accrual.rate = price.amount;
    accrual.cpa = CpaSeen{.position = state.cpa_position,
                          .priced_by = price.priced_by,
                          .period = state.cpa_period,
                          .first_deposit = *state.first_deposit,
                          .deposits = state.deposits_in_time - state.chargebacks_in_time,
                          .wagered = state.wagered_in_time};
    position.amount = price.amount;
    position.priced_by = price.priced_by;
    position.payable_from = std::max(position.payable_from, accrual.payable_from.value_or(accrual.event_time));
    scene.groups().PositionChanged(key, static_cast<std::size_t>(state.cpa_position) - 1);
    scene.Pay(std::move(accrual));
}

bool TakesBack(const CpaTerms& terms, const PlayerState& state, const std::optional<int>& digits) {
    if (terms.clawback != Clawback::kIfUnqualified) return terms.clawback == Clawback::kAlways;
    const Decimal left = state.AllDeposits() - state.chargebacks;
    return left <= Decimal() || Compared(left, digits) < std::max(terms.min_first_deposit, terms.min_total_deposits);
}

Timestamp PayableFrom(Scene& scene) {
    const PlayerState& state = scene.state;
    const StateKey key{scene.player.affiliate, state.cpa_period, scene.chosen.deal->id, state.cpa_version};
    return scene.groups().Group(key).PositionAt(state.cpa_position).payable_from;
}

void ClawBack(Scene& scene, Reason reason) {
    PlayerState& state = scene.state;
    const StateKey key{scene.player.affiliate, state.cpa_period, scene.chosen.deal->id, state.cpa_version};
    const auto index = static_cast<std::size_t>(state.cpa_position) - 1;
    Position& position = scene.groups().Group(key).PositionAt(state.cpa_position);
    Accrual accrual = scene.NewAccrual(Component::kCpa, reason);
    if (position.payable_from > scene.event.time) scene.PayFrom(accrual, position.payable_from);
    accrual.amount.amount = -position.amount;
    accrual.rate = position.amount;
    accrual.cpa = {state.cpa_position,
                   position.priced_by,
                   state.cpa_period,
                   state.first_deposit.value_or(Decimal()),
                   state.AllDeposits() - state.chargebacks,
                   state.wagered_in_time};
    position.amount = Decimal();
    position.standing = Position::Standing::kClawedBack;
    state.cpa = CpaStanding::kClawedBack;
    // Deposits are not counted after a clawback, so none are left to the record.
    if (state.counted_until) CountLaterDeposits(state, scene.event.seq);
    state.counted_until.reset();
    scene.groups().PositionChanged(key, index);
    if (accrual.IsShown()) scene.Pay(std::move(accrual));
}

}  // namespace

bool CpaUses(const Deal& deal, const Terms& terms, EventType type) { return IsFollowed(type) && HasCpa(deal, terms); }

void CpaOnEvent(Scene& scene) {
    const EventType type = scene.event.type;
    if (!(IsFollowed(type) || IsCondition(type)) || !HasCpa(*scene.chosen.deal, scene.terms())) return;
    PlayerState& state = scene.state;
    if (state.cpa == CpaStanding::kClawedBack) return;
    const auto& terms = scene.terms().cpa;
    const bool in_time = IsInTimeForCpa(scene, terms);
    const bool grown = CountForCpa(scene, terms, in_time);
    if (!terms) return;
    const auto digits = ComparedDigits(scene.plan(), scene.terms());
    const bool chargeback = type == EventType::kChargeback;
    if (state.cpa == CpaStanding::kOpen) {
        const bool can_complete = in_time && (IsCondition(type) ? IsRequired(*terms, type) : !chargeback);
        if (can_complete && MeetsConditions(*terms, state, digits)) Qualify(scene, *terms);
    } else if (chargeback) {
        if (TakesBack(*terms, state, digits)) ClawBack(scene, Reason::kClawback);
    } else if (Excludes(*terms, type)) {
        if (scene.event.time < PayableFrom(scene)) ClawBack(scene, Reason::kExcluded);
    } else if (grown) {
        FollowFirstDeposit(scene, *terms);
    }
}

}  // namespace fairlead::commission

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/assert.hpp"
#include "domain/commission/components.hpp"
#include "domain/commission/ladder.hpp"
#include "domain/commission/ring_fence.hpp"

// How commission is taken back: when a player leaves its affiliate, and when an operator reverses an accrual.
namespace fairlead::commission {
namespace {

// The re-rating of another state of the pool, which a reversal has caused.
Accrual OfOtherState(Accrual accrual, const LadderState& state) {
    accrual.deal = state.deal->id;
    accrual.version = state.version->number;
    accrual.player.reset();
    accrual.reverses.reset();
    accrual.conversion.reset();
    return accrual;
}

}  // namespace

LeftUnpriced LeftOf(const UnpricedAccrual& unpriced) {
    LeftUnpriced left{.number = unpriced.number,
                      .affiliate = unpriced.affiliate,
                      .deal = unpriced.deal,
                      .version = unpriced.version,
                      .to = unpriced.to,
                      .percent = unpriced.percent};
    if (unpriced.child) left.source = unpriced.child->number;
    return left;
}

std::vector<std::int64_t> CommissionEngine::Leave(const Player& player, PlayerState& state,
                                                  std::span<const Accrual> accruals,
                                                  std::span<const LeftUnpriced> unpriced) {
    // A reversal by hand is an accrual like others here: its opposite is added too.
    const auto takes_back = [](const Accrual& accrual) {
        return accrual.reverses && accrual.reason == Reason::kReassigned;
    };
    std::unordered_set<std::int64_t> reversed;
    for (const Accrual& accrual : accruals) {
        if (takes_back(accrual)) reversed.insert(*accrual.reverses);
    }
    std::unordered_map<std::int64_t, std::vector<const Accrual*>> shares;
    std::vector<const Accrual*> own;
    for (const Accrual& accrual : accruals) {
        if (takes_back(accrual) || reversed.contains(accrual.number)) continue;
        if (accrual.source) {
            shares[*accrual.source].push_back(&accrual);
        } else if (accrual.affiliate == player.affiliate) {
            own.push_back(&accrual);
        }
    }
    std::vector<std::int64_t> dropped;
    std::unordered_map<std::int64_t, std::vector<const LeftUnpriced*>> unpriced_shares;
    for (const LeftUnpriced& each : unpriced) {
        if (each.source) {
            unpriced_shares[*each.source].push_back(&each);
        } else {
            dropped.push_back(each.number);
        }
    }
    for (const Accrual* accrual : own) {
        const auto reversal = Reverse(player, state, *accrual, shares[accrual->number]);
        const auto waiting = unpriced_shares.find(accrual->number);
        if (!reversal || waiting == unpriced_shares.end()) continue;
        for (const LeftUnpriced* share : waiting->second) {
            if (DropUnpriced(player, *share, *accrual, *reversal)) dropped.push_back(share->number);
        }
    }
    TakeOutOfActivity(player, state);
    if (state.cpa != CpaStanding::kOpen) VacatePosition(player, state);
    KeepRevenue(player, state);
    state = {};
    return dropped;
}

// If the reversal is the opposite of the accrual, the parent gets nothing of the two. Otherwise both shares wait.
bool CommissionEngine::DropUnpriced(const Player& player, const LeftUnpriced& share, const Accrual& accrual,
                                    const Accrual& reversal) {
    if (reversal.amount.amount == -accrual.amount.amount) return true;
    KeepUnpriced({.player = player,
                  .event = {.seq = accrual.event_seq.value_or(0), .time = accrual.event_time},
                  .affiliate = share.affiliate,
                  .deal = share.deal,
                  .version = share.version,
                  .component = Component::kSubAffiliate,
                  .from = reversal.amount.currency,
                  .to = share.to,
                  .child = reversal,
                  .percent = share.percent});
    return false;
}

// What a player of a ring-fenced deal has brought in periods that are open.
void CommissionEngine::KeepRevenue(const Player& player, const PlayerState& state) {
    for (const PlayerRevenue& each : state.revenue) {
        if (!state.deal || plan_.IsClosed(player.affiliate, each.period)) continue;
        const StateKey key{player.affiliate, each.period, *state.deal, each.version};
        KeepWatched({player.id, player.brand, each.sums, Decimal()}, groups_.Group(key));
        groups_.Changed(key);
    }
}

void CommissionEngine::VacatePosition(const Player& player, const PlayerState& state) {
    FAIRLEAD_ASSERT(state.deal, "a player that has qualified has a deal");
    const StateKey key{player.affiliate, state.cpa_period, *state.deal, state.cpa_version};
    const auto index = static_cast<std::size_t>(state.cpa_position) - 1;
    GroupState& group = groups_.Group(key);
    Position& position = group.PositionAt(state.cpa_position);
    position = {.player = position.player, .brand = position.brand, .standing = Position::Standing::kVacant};
    ++group.vacant;
    groups_.PositionChanged(key, index);
}

// In the period of the accrual, or the earliest open one after it.
Accrual CommissionEngine::OppositeOf(const Accrual& accrual, Reason reason) const {
    Accrual opposite = accrual;
    opposite.reason = reason;
    opposite.reverses = accrual.number;
    opposite.period = plan_.OpenFrom(accrual.affiliate, accrual.period);
    opposite.late = opposite.period != accrual.period;
    opposite.amount.amount = -accrual.amount.amount;
    if (accrual.base) opposite.base = -*accrual.base;
    return opposite;
}

std::optional<Accrual> CommissionEngine::Reverse(const Player& player, PlayerState& state, const Accrual& accrual,
                                                 std::span<const Accrual* const> shares) {
    // An accrual that a change of the activity caused, and that moved no base, is taken back by TakeOutOfActivity.
    if (accrual.rev_share && accrual.rev_share->before == accrual.rev_share->after) return std::nullopt;
    // A reversal by hand has moved no sums, but it has a base.
    Accrual reversal = OppositeOf(accrual, Reason::kReassigned);
    std::vector<Accrual> re_ratings;
    if (accrual.rev_share) re_ratings = TakeOutOfBase(player, state, accrual, reversal);
    if (accrual.turnover) TakeOutOfTurnover(accrual, reversal);
    // An accrual that moved nothing and is in no line needs no reversal.
    if (!reversal.IsShown() && !accrual.rev_share && !accrual.turnover) return std::nullopt;
    const Accrual recorded = Record(std::move(reversal));
    for (const Accrual* share : shares) {
        // The operator has reversed this share and not the accrual, so what the accrual moves today does not matter.
        const bool by_hand =
            std::ranges::any_of(shares, [&](const Accrual* each) { return each->number == share->reverses; });
        if (by_hand) {
            Accrual opposite = OppositeOf(*share, Reason::kReassigned);
            opposite.source = recorded.number;
            Record(std::move(opposite));
        } else {
            ReverseShare(*share, recorded);
        }
    }
    // An accrual of zero has no sub-affiliate share, but with today's tiers its reversal may still take something away.
    const bool moves_at_last = accrual.amount.amount.IsZero() && !recorded.amount.amount.IsZero();
    const PlayerEvent event{.seq = accrual.event_seq.value_or(0), .time = accrual.event_time};
    if (moves_at_last && IsShared(recorded.component)) {
        PayParents(player, event, recorded);
    }
    for (Accrual& each : re_ratings) PayParents(player, event, Accrual(Record(std::move(each))));
    return recorded;
}

std::vector<Accrual> CommissionEngine::TakeOutOfBase(const Player& player, PlayerState& state, const Accrual& accrual,
                                                     Accrual& reversal) {
    const ChosenDeal chosen = plan_.KnownVersion(accrual.deal, accrual.version);
    FAIRLEAD_ASSERT(chosen.version->terms.rev_share && accrual.brand, "only terms with RevShare move its base");
    ShareChange change{.deal = *chosen.deal,
                       .version = chosen.version,
                       .affiliate = accrual.affiliate,
                       .period = StatePeriodOf(*chosen.deal, reversal),
                       .added = {*accrual.brand, -accrual.rev_share->after},
                       .player = &player,
                       .state = &state};
    change.added.sums += accrual.rev_share->before;
    if (plan_.ActivityOf(accrual.deal).any()) {
        change.before = groups_.Group(ActivityKey(accrual.affiliate, change.period, accrual.deal)).activity;
        change.after = change.before;
    }
    std::vector<Accrual> re_ratings;
    for (const MovedState& each : MoveLadder(plan_, groups_, change)) {
        Accrual moved = reversal;
        SetShare(each.moved, moved);
        if (each.own) {
            reversal = moved;
        } else if (moved.IsShown()) {
            re_ratings.push_back(OfOtherState(moved, each.state));
        }
        for (const ReRatedBrand& brand : each.moved.others) {
            Accrual re_rating = ReRatingOf(brand, each.moved, moved);
            re_ratings.push_back(each.own ? std::move(re_rating) : OfOtherState(std::move(re_rating), each.state));
        }
    }
    return re_ratings;
}

// The period whose state a reversal changes: that of the event if the deal computes late events in their own period,
// otherwise that of the reversal.
Period CommissionEngine::StatePeriodOf(const Deal& deal, const Accrual& reversal) const {
    const bool own = deal.late_events == LateEvents::kOwnPeriod;
    return own ? plan_.PeriodOf(reversal.affiliate, reversal.event_time) : reversal.period;
}

void CommissionEngine::TakeOutOfTurnover(const Accrual& accrual, Accrual& reversal) {
    const ChosenDeal chosen = plan_.KnownVersion(accrual.deal, accrual.version);
    const StateKey key{accrual.affiliate, StatePeriodOf(*chosen.deal, reversal), accrual.deal, accrual.version};
    const Terms& terms = chosen.version->terms;
    FAIRLEAD_ASSERT(terms.turnover, "only terms with turnover move its sums");
    const TurnoverSeen& seen = *accrual.turnover;
    MoveTurnover(*terms.turnover, seen.product, seen.before - seen.after, groups_.Group(key), reversal);
    groups_.Changed(key);
}

void CommissionEngine::TakeOutOfActivity(const Player& player, const PlayerState& state) {
    if (!state.deal || !plan_.ActivityOf(*state.deal).any()) return;
    std::map<Period, Activity> taken;
    for (const PlayerActivity& each : state.activities) taken[each.period] += -each.Sum();
    const Deal& deal = plan_.KnownDeal(*state.deal);
    for (const auto& [period, activity] : taken) {
        if (!plan_.IsClosed(player.affiliate, period)) ChangeActivity(player, deal, period, activity);
    }
}

void CommissionEngine::ChangeActivity(const Player& player, const Deal& deal, Period period, const Activity& added) {
    const StateKey counted = ActivityKey(player.affiliate, period, deal.id);
    Activity& sums = groups_.Group(counted).activity;
    const Activity before = sums;
    sums += added;
    const Activity after = sums;
    groups_.Changed(counted);
    const ShareChange change{.deal = deal,
                             .affiliate = player.affiliate,
                             .period = period,
                             .added = {player.brand, {}},
                             .before = before,
                             .after = after};
    for (const MovedState& each : MoveLadder(plan_, groups_, change)) {
        Accrual accrual{.affiliate = player.affiliate,
                        .player = player.id,
                        .brand = player.brand,
                        .deal = each.state.deal->id,
                        .version = each.state.version->number,
                        .component = Component::kRevShare,
                        .reason = Reason::kReassigned,
                        .period = period,
                        .event_time = plan_.BeginOf(player.affiliate, period)};
        accrual.amount.currency = each.state.version->terms.currency;
        SetShare(each.moved, accrual);
        const PlayerEvent event{.time = accrual.event_time};
        if (accrual.IsShown()) PayParents(player, event, Accrual(Record(accrual)));
        for (const ReRatedBrand& brand : each.moved.others) {
            PayParents(player, event, Accrual(Record(ReRatingOf(brand, each.moved, accrual))));
        }
    }
}

// Uses the parent, terms and exchange rate of the original share.
void CommissionEngine::ReverseShare(const Accrual& share, const Accrual& child) {
    Accrual reversal{.affiliate = share.affiliate,
                     .deal = share.deal,
                     .version = share.version,
                     .rate = share.rate,
                     .reverses = share.number};
    reversal.amount.currency = share.amount.currency;
    if (share.conversion) {
        const auto rate = ExchangeRate::Parse(share.conversion->rate_text);
        FAIRLEAD_ASSERT(rate, "the exchange rate of an accrual can be read");
        reversal.conversion = share.conversion;
        reversal.conversion->original = child.amount;
        reversal.conversion->converted = rate->Convert(child.amount.amount);
    }
    RecordShare(child, share.period, std::move(reversal));
}

// The accrual may name another version than that of the player's position: each event can have its own version.
void CommissionEngine::LowerPosition(const Accrual& accrual) {
    for (const DealVersion& version : plan_.KnownDeal(accrual.deal).versions) {
        const StateKey key{accrual.affiliate, accrual.cpa->period, accrual.deal, version.number};
        auto& positions = groups_.Group(key).positions;
        const auto index = static_cast<std::size_t>(accrual.cpa->position) - 1;
        if (index >= positions.size() || positions[index].player != accrual.player) continue;
        if (positions[index].standing != Position::Standing::kTaken) continue;
        positions[index].amount = positions[index].amount - accrual.amount.amount;
        positions[index].priced_by = PricedBy::kReversed;
        return groups_.PositionChanged(key, index);
    }
}

void CommissionEngine::ReverseByHand(const Accrual& accrual, std::span<const Accrual> shares) {
    Accrual reversal = OppositeOf(accrual, Reason::kReversed);
    // The sums stay, so the reversal has moved none.
    reversal.rev_share.reset();
    reversal.turnover.reset();
    if (accrual.cpa && accrual.component == Component::kCpa) {
        LowerPosition(accrual);
    }
    const Accrual recorded = Record(std::move(reversal));
    for (const Accrual& share : shares) {
        const bool reversed =
            std::ranges::any_of(shares, [&](const Accrual& each) { return each.reverses == share.number; });
        if (!share.reverses && !reversed) ReverseShare(share, recorded);
    }
}

}  // namespace fairlead::commission

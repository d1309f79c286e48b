#include "domain/commission/ring_fence.hpp"

#include <algorithm>

#include "domain/deals/rev_share_base.hpp"

namespace fairlead::commission {
namespace {

RevShareSums& CountedOfBrand(CountedSums& counted, BrandId brand) {
    const auto found = std::ranges::find(counted.brands, brand, &BrandSums::brand);
    return found == counted.brands.end() ? counted.brands.emplace_back(BrandSums{brand, {}}).sums : found->sums;
}

// Takes sums of a player out of what counts.
void LeaveOut(const RevShareSums& sums, BrandId brand, CountedSums& counted) {
    counted.whole += -sums;
    counted.fenced += sums;
    CountedOfBrand(counted, brand) += -sums;
}

bool IsBeyondLimit(const RevShareTerms& terms, const RevShareSums& own, int digits) {
    return BaseOf(terms, own).RoundedTo(digits) <= -terms.negative.high_roller->player_loss;
}

// The positive revenue of a player first settles what it owes.
void Settle(const RevShareTerms& terms, const GroupState& group, CountedSums& counted) {
    for (const WatchedPlayer& each : group.watched) {
        const Decimal own = BaseOf(terms, each.sums);
        const Decimal settled = std::min(std::max(own, Decimal()), -each.owed);
        counted.players.push_back({each.player, each.brand, each.owed, each.owed + settled});
        if (!settled.IsZero()) LeaveOut({.opening = settled}, each.brand, counted);
    }
}

void FenceLosses(const RevShareTerms& terms, const GroupState& group, int digits, CountedSums& counted) {
    const bool applies =
        terms.negative.high_roller->when == FenceWhen::kAlways || BaseOf(terms, counted.whole).IsNegative();
    if (!applies) return;
    for (std::size_t i = 0; i < group.watched.size(); ++i) {
        const WatchedPlayer& each = group.watched[i];
        if (!IsBeyondLimit(terms, each.sums, digits)) continue;
        counted.players[i].owed += BaseOf(terms, each.sums);
        LeaveOut(each.sums, each.brand, counted);
    }
}

// Where the player is in the list, or belongs.
template <class Watched>
auto PlaceOf(Watched& watched, PlayerId player) {
    return std::ranges::lower_bound(watched, player, {}, &WatchedPlayer::player);
}

}  // namespace

CountedSums CountedIn(const RevShareTerms& terms, const GroupState& group, int digits) {
    CountedSums counted{.whole = group.sums, .brands = group.brands};
    if (!group.sums.opening.IsZero()) CountedOfBrand(counted, BrandId()).opening += group.sums.opening;
    if (!terms.negative.high_roller) return counted;
    Settle(terms, group, counted);
    FenceLosses(terms, group, digits, counted);
    std::erase_if(counted.players,
                  [](const FencedPlayer& each) { return each.owed.IsZero() && each.owed_before.IsZero(); });
    return counted;
}

void WatchPlayer(const RevShareTerms& terms, int digits, const WatchedPlayer& player, GroupState& group) {
    const auto place = PlaceOf(group.watched, player.player);
    const bool known = place != group.watched.end() && place->player == player.player;
    WatchedPlayer watched = player;
    if (known) watched.owed += place->owed;
    const bool needed = !watched.owed.IsZero() || IsBeyondLimit(terms, watched.sums, digits);
    if (known && needed) {
        *place = watched;
    } else if (known) {
        group.watched.erase(place);
    } else if (needed) {
        group.watched.insert(place, watched);
    }
}

void KeepWatched(const WatchedPlayer& player, GroupState& group) {
    const auto place = PlaceOf(group.watched, player.player);
    const bool known = place != group.watched.end() && place->player == player.player;
    if (!known && player.sums != RevShareSums{}) group.watched.insert(place, player);
}

WatchedPlayer WatchedIn(const Plan& plan, const StateKey& key, const GroupState& group, const Player& player,
                        const RevShareSums& added, PlayerState& state) {
    std::erase_if(state.revenue, [&](const PlayerRevenue& each) {
        return each.period != key.period && plan.IsClosed(key.affiliate, each.period);
    });
    const auto same = [&](const PlayerRevenue& each) {
        return each.period == key.period && each.version == key.version;
    };
    auto place = std::ranges::find_if(state.revenue, same);
    if (place == state.revenue.end()) {
        // A player that has come back goes on with the sums that it left behind.
        const auto left = PlaceOf(group.watched, player.id);
        const bool known = left != group.watched.end() && left->player == player.id;
        place = state.revenue.insert(
            place,
            PlayerRevenue{.period = key.period, .version = key.version, .sums = known ? left->sums : RevShareSums()});
    }
    place->sums += added;
    return {player.id, player.brand, place->sums, Decimal()};
}

RevShareSums RevenueIn(const PlayerState& state, const StateKey& key) {
    for (const PlayerRevenue& each : state.revenue) {
        if (each.period == key.period && each.version == key.version) return each.sums;
    }
    return {};
}

}  // namespace fairlead::commission

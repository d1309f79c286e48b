#include "domain/commission/engine.hpp"
#include "domain/commission/period_end.hpp"
#include "domain/commission/rev_share.hpp"

// What closing a period adds to the next one.
namespace fairlead::commission {

void CommissionEngine::OpenNextPeriod(AffiliateId affiliate, Period closed, std::span<const KeyedGroup> groups,
                                      const std::set<DealId>& carrying, const std::map<PlayerId, PlayerState>& states) {
    const Period next = plan_.OpenFrom(affiliate, plan_.CalendarOf(affiliate).After(closed));
    for (const KeyedGroup& one : groups) {
        const PeriodEnd end = EndOf(plan_, one, groups);
        AddedSums added{.brand = {}, .sums = {}};
        if (carrying.contains(one.key.deal)) added.openings = end.carried;
        const StateKey key{affiliate, next, one.key.deal, one.key.version};
        for (const FencedPlayer& each : end.players) {
            if (each.owed.IsZero()) continue;
            const auto state = states.find(each.player);
            const RevShareSums own = state == states.end() ? RevShareSums() : RevenueIn(state->second, key);
            added.players.push_back({each.player, each.brand, own, each.owed});
        }
        if (!added.players.empty() || !added.openings.empty()) Open(key, added);
    }
}

void CommissionEngine::Open(const StateKey& key, const AddedSums& added) {
    const Terms& terms = plan_.KnownVersion(key.deal, key.version).version->terms;
    GroupState& group = groups_.Group(key);
    StartBrands(plan_, *terms.rev_share, group);
    const bool counts = plan_.ActivityOf(key.deal).any();
    const Activity activity =
        counts ? groups_.Group(ActivityKey(key.affiliate, key.period, key.deal)).activity : Activity();
    const RateInput input = InputOf(plan_, key, terms, group, activity);
    const MovedShare moved = MoveShare(*terms.rev_share, group, added, input, input);
    groups_.Changed(key);
    Accrual accrual{.affiliate = key.affiliate,
                    .deal = key.deal,
                    .version = key.version,
                    .component = Component::kRevShare,
                    .reason = Reason::kOpened,
                    .period = key.period,
                    .event_time = plan_.BeginOf(key.affiliate, key.period)};
    accrual.amount.currency = terms.currency;
    SetShare(moved, accrual);
    const PlayerEvent event{.time = accrual.event_time};
    PayParents(Player(), event, Accrual(Record(accrual)));
    for (const ReRatedBrand& brand : moved.others) {
        PayParents(Player(), event, Accrual(Record(ReRatingOf(brand, moved, accrual))));
    }
}

}  // namespace fairlead::commission

#include "domain/simulation/player_watch.hpp"

#include <algorithm>
#include <unordered_set>

namespace fairlead::simulation {

using commission::Accrual;
using commission::AskedEvent;
using commission::RecordedEvent;
using events::EventType;

namespace {

constexpr std::size_t kWatchedEventsMax = 500;
// The same limit as for players of the record.
constexpr std::int64_t kEventsOfMinimumsMax = 50;

bool MayCountForMinimums(EventType type) {
    return type == EventType::kFirstDeposit || type == EventType::kDeposit || type == EventType::kChargeback ||
           type == EventType::kWagerPlaced;
}

template <class Kept>
void KeepNewest(std::deque<Kept>& kept, Kept one, std::size_t max) {
    kept.push_back(std::move(one));
    if (kept.size() > max) kept.pop_front();
}

void AddToSums(const Accrual& accrual, std::vector<ComponentSum>& sums) {
    auto sum = std::ranges::find_if(sums, [&](const ComponentSum& each) {
        return each.component == accrual.component && each.money.currency == accrual.amount.currency;
    });
    if (sum == sums.end()) sum = sums.insert(sum, {accrual.component, {Decimal(), accrual.amount.currency}});
    sum->money.amount += accrual.amount.amount;
    ++sum->count;
}

std::optional<Accrual> ChildIn(std::span<const Accrual> accruals, const Accrual& share) {
    if (!share.source) return std::nullopt;
    const auto found = std::ranges::find(accruals, *share.source, &Accrual::number);
    return found == accruals.end() ? std::nullopt : std::optional(*found);
}

// What a qualification changed for players that had qualified earlier.
std::optional<commission::ReRating> ReRatingIn(std::span<const Accrual> accruals, const Accrual& qualified) {
    using commission::Component;
    using commission::Reason;
    if (qualified.component != Component::kCpa || qualified.reason != Reason::kEarned) return std::nullopt;
    commission::ReRating sum;
    for (const Accrual& each : accruals) {
        const bool re_rated = each.component == Component::kCpa && each.reason == Reason::kReRated;
        const bool same = each.affiliate == qualified.affiliate && each.event_seq == qualified.event_seq;
        if (re_rated && same) sum.Add(each);
    }
    return sum.players > 0 ? std::optional(sum) : std::nullopt;
}

// The unpriced accruals of the player, and the events that wait with them.
struct WaitingOf {
    std::vector<commission::UnpricedEvent> waiting;
    std::unordered_set<std::int64_t> events;

    WaitingOf(const commission::Replay& replay, PlayerId player) {
        for (const auto& [ignored, unpriced] : replay.unpriced()) {
            if (unpriced.player.id != player) continue;
            waiting.push_back({unpriced.component, unpriced.from, unpriced.to});
            // The parent's share waits for a different exchange rate.
            if (unpriced.component != commission::Component::kSubAffiliate) events.insert(unpriced.event.seq);
        }
    }
};

}  // namespace

PlayerWatch::PlayerWatch(std::span<const PlayerId> players, Selection selection) : selection_(std::move(selection)) {
    for (const PlayerId& player : players) players_.try_emplace(player);
}

void PlayerWatch::TakeEvent(const RecordedEvent& event, const std::optional<Decimal>& ngr_delta) {
    const auto found = players_.find(event.player);
    if (found == players_.end()) return;
    Kept& kept = found->second;
    kept.brand = event.brand;
    if (event.type == EventType::kRegistration && !kept.registered_at) kept.registered_at = event.time;
    if (event.type == EventType::kFirstDeposit) kept.has_first_deposit = true;
    if (event.type == EventType::kNgrUpdate) kept.has_ngr = true;
    if (event.type == EventType::kDeposit) ++kept.deposits;
    if (MayCountForMinimums(event.type)) ++kept.of_minimums;
    KeepNewest(kept.events, {event, ngr_delta}, kWatchedEventsMax);
}

void PlayerWatch::TakeAccruals(std::span<const Accrual> accruals, std::span<const RecordedEvent> events) {
    for (const Accrual& accrual : accruals) {
        const auto found = accrual.player ? players_.find(*accrual.player) : players_.end();
        if (found == players_.end() || !accrual.IsShown()) continue;
        Kept& kept = found->second;
        const auto component = static_cast<std::size_t>(accrual.component);
        KeepNewest(kept.all[component], accrual, kSimulatedAccrualsMax);
        if (!selection_.Has(accrual.affiliate) || !selection_.Has(accrual.period)) continue;
        AddToSums(accrual, kept.sums);
        SimulatedAccrual one{
            .accrual = accrual, .child = ChildIn(accruals, accrual), .re_rating = ReRatingIn(accruals, accrual)};
        const auto own = std::ranges::find_if(
            kept.events, [&](const KeptEvent& each) { return each.event.seq == accrual.event_seq; });
        if (own != kept.events.end()) {
            one.event = own->event;
            one.ngr_delta = own->ngr_delta;
        } else if (const auto other = std::ranges::find_if(
                       events, [&](const RecordedEvent& each) { return each.seq == accrual.event_seq; });
                   other != events.end()) {
            // The event of another player has re-rated this one.
            one.event = *other;
        }
        KeepNewest(kept.in_selection[component], std::move(one), kSimulatedAccrualsMax);
    }
}

ExplainedPlayers PlayerWatch::Explain(const commission::Replay& replay, Timestamp now) const {
    const commission::Plan& plan = replay.plan();
    ExplainedPlayers explained{.zone = plan.zone()};
    for (const auto& [id, kept] : players_) {
        ExplainedPlayer player = ExplainOne(id, kept, replay, now);
        for (const SimulatedAccrual& each : player.accruals) {
            explained.deals.try_emplace(each.accrual.deal, plan.KnownDeal(each.accrual.deal));
            explained.calendars.try_emplace(each.accrual.affiliate, plan.CalendarOf(each.accrual.affiliate));
        }
        explained.players.emplace(id, std::move(player));
    }
    return explained;
}

ExplainedPlayer PlayerWatch::ExplainOne(PlayerId id, const Kept& kept, const commission::Replay& replay,
                                        Timestamp now) const {
    ExplainedPlayer explained{.sums = kept.sums, .registered_at = kept.registered_at};
    for (const ComponentSum& sum : kept.sums) explained.left_out += sum.count;
    for (const auto& component : kept.in_selection) {
        explained.accruals.insert(explained.accruals.end(), component.begin(), component.end());
    }
    explained.left_out -= static_cast<std::int64_t>(explained.accruals.size());
    std::ranges::sort(explained.accruals, std::greater(), [](const SimulatedAccrual& each) {
        return std::pair(each.accrual.event_time, each.accrual.number);
    });

    const WaitingOf unpriced(replay, id);
    std::vector<Accrual> accruals;
    for (const auto& component : kept.all) accruals.insert(accruals.end(), component.begin(), component.end());
    std::vector<AskedEvent> events;
    const bool complete = kept.of_minimums <= kEventsOfMinimumsMax && kept.events.size() < kWatchedEventsMax;
    for (const KeptEvent& each : kept.events) {
        if (!complete || !MayCountForMinimums(each.event.type) || !each.event.money) continue;
        events.push_back(
            {each.event.type, each.event.time, *each.event.money, unpriced.events.contains(each.event.seq)});
    }
    const auto affiliate = replay.AffiliateOf(id);
    const commission::PlayerState* state = replay.StateOf(id);
    commission::AskedPlayer asked{.plan = &replay.plan(),
                                  .registered = kept.registered_at.has_value(),
                                  .attributed = affiliate.has_value(),
                                  .player = {.id = id,
                                             .brand = kept.brand,
                                             .country = std::string(replay.CountryOf(id)),
                                             .affiliate = affiliate.value_or(AffiliateId{}),
                                             .registered_at = kept.registered_at.value_or(Timestamp{})},
                                  .state = state != nullptr ? *state : commission::PlayerState{},
                                  .has_first_deposit = kept.has_first_deposit,
                                  .has_ngr = kept.has_ngr,
                                  .deposit_count = kept.deposits,
                                  .events = events,
                                  .events_complete = complete,
                                  .accruals = accruals,
                                  .waiting = unpriced.waiting,
                                  .now = now};
    asked.activity = ActivityOf(asked, replay);
    explained.unpaid = commission::WhyUnpaid(asked);
    explained.choices = commission::DealsFor(asked);
    return explained;
}

// The activity of the affiliate in the last period of the selected months, or in the current one if that is earlier.
commission::Activity PlayerWatch::ActivityOf(const commission::AskedPlayer& asked,
                                             const commission::Replay& replay) const {
    const commission::Plan& plan = replay.plan();
    if (!asked.state.deal || !asked.attributed) return {};
    const AffiliateId affiliate = asked.player.affiliate;
    const Period period = plan.PeriodOf(affiliate, std::min(asked.now, plan.EndOf(selection_.to)));
    const auto* group = replay.groups().Find(commission::ActivityKey(affiliate, period, *asked.state.deal));
    return group == nullptr ? commission::Activity{} : group->activity;
}

}  // namespace fairlead::simulation

#include "domain/replay/replay.hpp"

#include <algorithm>
#include <set>

#include "base/assert.hpp"
#include "domain/commission/period_end.hpp"
#include "domain/statements/material.hpp"
#include "domain/statements/parents.hpp"

namespace fairlead::commission {
namespace {

std::set<DealId> DealsOf(const std::vector<KeyedGroup>& groups) {
    std::set<DealId> deals;
    for (const KeyedGroup& one : groups) deals.insert(one.key.deal);
    return deals;
}

}  // namespace

using events::EventType;

void Replay::Apply(const Change& change) {
    if (const auto* reassigned = std::get_if<PlayerReassigned>(&change)) return Reassign(*reassigned);
    if (const auto* resolved = std::get_if<UnpricedResolved>(&change)) return Resolve(*resolved);
    if (const auto* reversed = std::get_if<AccrualReversed>(&change)) return Reverse(*reversed);
    if (const auto* closed = std::get_if<PeriodClosed>(&change)) return Close(*closed);
    if (const auto* adjusted = std::get_if<Adjusted>(&change)) {
        pending_[{adjusted->affiliate, adjusted->money.currency}].push_back({adjusted->money.amount, adjusted->reason});
    }
    plan_.Apply(change);
}

void Replay::OnEvent(const RecordedEvent& event) {
    ReplayedPlayer& player = players_[event.player];
    player.player.id = event.player;
    player.player.brand = event.brand;
    PlayerEvent known{event.seq, event.type, event.time, event.money, event.product};
    if (event.type == EventType::kNgrUpdate && event.money) {
        known.money->amount = player.ngr.Add(plan_.NgrModeOf(event.brand), event.time, *event.money, event.product,
                                             plan_.ngr_by_product());
        if (known.money->amount != event.money->amount) ngr_deltas_[event.seq] = known.money->amount;
    }
    bool* const milestone = event.type == EventType::kRegistration   ? &player.registered
                            : event.type == EventType::kFirstDeposit ? &player.deposited
                                                                     : nullptr;
    if (milestone != nullptr && std::exchange(*milestone, true)) return;
    player.events.push_back(known);
    if (event.type == EventType::kRegistration) {
        player.player.registered_at = event.time;
        player.player.country = event.country;
        player.attributed = event.affiliate.has_value();
        if (event.affiliate) player.player.affiliate = *event.affiliate;
        ProcessAll(player);
    } else {
        known.in_order = true;
        Process(player, known);
    }
    if (player.registered && !IsNeededAgain(event.player)) std::vector<PlayerEvent>().swap(player.events);
    Gather();
}

void Replay::Process(ReplayedPlayer& player, const PlayerEvent& event) {
    if (!player.registered || !player.attributed) return;
    Count(player, event, /*left=*/false);
    engine_.OnEvent(player.player, player.state, event);
}

void Replay::Count(const ReplayedPlayer& player, const PlayerEvent& event, bool left) {
    if (plan_.subscriptions().empty()) return;
    counted_.push_back({event.seq, player.player.id, player.player.affiliate, event.type, player.player.brand, left});
}

// The registration first, then the other events in the order of their event times.
void Replay::ProcessAll(ReplayedPlayer& player) {
    auto events = player.events;
    const auto order = [](const PlayerEvent& event) {
        return std::pair(event.type != EventType::kRegistration, event.time);
    };
    std::stable_sort(events.begin(), events.end(),
                     [&](const PlayerEvent& a, const PlayerEvent& b) { return order(a) < order(b); });
    for (const PlayerEvent& event : events) Process(player, event);
}

void Replay::Reassign(const PlayerReassigned& change) {
    ReplayedPlayer& player = players_[change.player];
    if (player.attributed) {
        const auto registration = std::ranges::find(player.events, EventType::kRegistration, &PlayerEvent::type);
        if (registration != player.events.end()) Count(player, *registration, /*left=*/true);
        std::vector<LeftUnpriced> left;
        for (const auto& [number, unpriced] : unpriced_) {
            if (unpriced.player.id == change.player) left.push_back(LeftOf(unpriced));
        }
        const auto dropped = engine_.Leave(player.player, player.state, accruals_of_[change.player], left);
        for (const std::int64_t number : dropped) unpriced_.erase(number);
    }
    player.attributed = change.after.has_value();
    player.player.affiliate = change.after.value_or(AffiliateId{});
    if (player.attributed) ProcessAll(player);
    Gather();
}

void Replay::Resolve(const UnpricedResolved& change) {
    std::int64_t left = change.count;
    for (auto entry = unpriced_.begin(); entry != unpriced_.end() && left > 0;) {
        if (!engine_.IsPriced(entry->second)) {
            ++entry;
            continue;
        }
        const UnpricedAccrual unpriced = std::move(entry->second);
        entry = unpriced_.erase(entry);
        const auto player = players_.find(unpriced.player.id);
        // A share of what a closing did has no player.
        const bool without_player = unpriced.child && unpriced.player.id == PlayerId();
        FAIRLEAD_ASSERT(without_player || player != players_.end(), "an unpriced accrual has a known player");
        PlayerState no_state;
        engine_.OnRateKnown(unpriced, without_player ? no_state : player->second.state);
        --left;
    }
    Gather();
}

void Replay::Reverse(const AccrualReversed& change) {
    const auto& known = change.player ? accruals_of_[*change.player] : without_player_;
    const auto reversed = std::ranges::find(known, change.accrual, &Accrual::number);
    // `verify` also reads damaged records: the missing reversal is a difference.
    if (reversed == known.end()) return;
    std::vector<Accrual> shares;
    std::ranges::copy_if(known, std::back_inserter(shares),
                         [&](const Accrual& each) { return each.source == change.accrual; });
    std::erase_if(unpriced_, [&](const auto& entry) {
        return entry.second.child && entry.second.child->number == change.accrual;
    });
    engine_.ReverseByHand(*reversed, shares);
    Gather();
}

void Replay::Close(const PeriodClosed& change) {
    if (change.affiliate) return CloseFor(*change.affiliate, change.period);
    std::vector<AffiliateId> all;
    for (const auto& [affiliate, ignored] : plan_.affiliates()) all.push_back(affiliate);
    for (const AffiliateId& affiliate : statements::InOrderOfClosing(plan_, std::move(all))) {
        const bool has_it = plan_.CalendarOf(affiliate).Has(change.period);
        if (has_it && !plan_.IsClosed(affiliate, change.period)) CloseFor(affiliate, change.period);
    }
    plan_.Apply(change);
}

void Replay::CloseFor(AffiliateId affiliate, Period period) {
    engine_.OnClose(affiliate, period);
    Gather();
    plan_.Apply(PeriodClosed{affiliate, period});
    std::vector<KeyedGroup> all;
    for (auto entry = group_currencies_.lower_bound({affiliate, period, DealId{}, 0});
         entry != group_currencies_.end() && entry->first.affiliate == affiliate && entry->first.period == period;
         ++entry) {
        const GroupState* group = groups_.Find(entry->first);
        if (group != nullptr) all.push_back({entry->first, group});
    }
    // Versions with equal terms share a state, which can be that of a version without lines of its own.
    const std::set<DealId> deals = DealsOf(all);
    for (const DealId& deal : deals) {
        for (const DealVersion& version : plan_.KnownDeal(deal).versions) {
            const StateKey key{affiliate, period, deal, version.number};
            const GroupState* group = group_currencies_.contains(key) ? nullptr : groups_.Find(key);
            if (group != nullptr) all.push_back({key, group});
        }
    }
    std::ranges::sort(all, {}, &KeyedGroup::key);
    for (const DealId& deal : deals) {
        const StateKey key = ActivityKey(affiliate, period, deal);
        if (const GroupState* group = groups_.Find(key)) all.push_back({key, group});
    }
    std::map<Currency, std::vector<statements::GroupLines>> groups;
    for (const KeyedGroup& one : all) {
        // The group of the deal's activity has no version.
        const DealVersion* version = plan_.KnownDeal(one.key.deal).Version(one.key.version);
        if (version == nullptr) continue;
        groups[version->terms.currency].push_back(
            {one.key.deal, one.key.version, one.group->lines, EndOf(plan_, one, all)});
    }
    for (const auto& [key, ignored] : last_statement_) {
        if (key.first == affiliate) groups.try_emplace(key.second);
    }
    for (const auto& [key, ignored] : pending_) {
        if (key.first == affiliate) groups.try_emplace(key.second);
    }
    std::set<DealId> carrying;
    for (auto& [currency, lines] : groups) {
        const std::pair series(affiliate, currency);
        statements::Material material = statements::MaterialOf(plan_, affiliate, period, currency);
        material.groups = std::move(lines);
        const auto previous = last_statement_.find(series);
        if (previous != last_statement_.end()) material.previous = &previous->second;
        material.previous_hash = last_hash_[affiliate];
        material.adjustments = pending_[series];
        auto statement = Compose(material);
        if (!statement) continue;
        pending_.erase(series);
        last_hash_[affiliate] = statement->content_hash;
        for (const Money& settled : statements::FollowedByParents(*statement)) {
            engine_.FollowStatement(affiliate, period, settled);
        }
        carrying.merge(statements::DealsThatCarryTheirBase(*statement));
        made_.push_back(*statement);
        last_statement_.insert_or_assign(series, std::move(*statement));
    }
    engine_.OpenNextPeriod(affiliate, period, all, carrying, StatesOf(affiliate, OwingPlayers(plan_, all)));
    Gather();
}

void Replay::ForgetClosed(AffiliateId affiliate, Period period) {
    const auto first = group_currencies_.lower_bound({affiliate, period, DealId{}, 0});
    auto entry = first;
    for (; entry != group_currencies_.end(); ++entry) {
        const StateKey& key = entry->first;
        if (key.affiliate != affiliate || key.period != period) break;
        groups_.Drop(key);
        groups_.Drop(ActivityKey(affiliate, period, key.deal));
    }
    group_currencies_.erase(first, entry);
}

std::map<PlayerId, PlayerState> Replay::StatesOf(AffiliateId affiliate, const std::vector<PlayerId>& players) const {
    std::map<PlayerId, PlayerState> states;
    for (const PlayerId& id : players) {
        const auto found = players_.find(id);
        const bool still_there =
            found != players_.end() && found->second.attributed && found->second.player.affiliate == affiliate;
        if (still_there) states.emplace(id, found->second.state);
    }
    return states;
}

void Replay::Gather() {
    for (UnpricedAccrual& unpriced : engine_.TakeUnpriced()) unpriced_.emplace(unpriced.number, std::move(unpriced));
    for (Accrual& accrual : engine_.TakeAccruals()) {
        group_currencies_.try_emplace({accrual.affiliate, accrual.period, accrual.deal, accrual.version},
                                      accrual.amount.currency);
        if (!accrual.player) {
            without_player_.push_back(accrual);
        } else if (IsNeededAgain(*accrual.player)) {
            accruals_of_[*accrual.player].push_back(accrual);
        }
        fresh_.push_back(std::move(accrual));
    }
    (void)groups_.TakeChanges();
}

std::vector<Accrual> Replay::TakeAccruals() { return std::exchange(fresh_, {}); }

const PlayerState* Replay::StateOf(PlayerId player) const {
    const auto found = players_.find(player);
    return found == players_.end() ? nullptr : &found->second.state;
}

std::optional<AffiliateId> Replay::AffiliateOf(PlayerId player) const {
    const auto found = players_.find(player);
    const bool brought = found != players_.end() && found->second.attributed;
    return brought ? std::optional(found->second.player.affiliate) : std::nullopt;
}

std::string_view Replay::CountryOf(PlayerId player) const {
    const auto found = players_.find(player);
    return found == players_.end() ? std::string_view() : found->second.player.country;
}

const PlayerNgr* Replay::NgrOf(PlayerId player) const {
    const auto found = players_.find(player);
    return found == players_.end() ? nullptr : &found->second.ngr;
}

std::size_t Replay::TotalsTaken() const {
    std::size_t count = 0;
    for (const auto& [id, player] : players_) count += player.ngr.CountTotals();
    return count;
}

}  // namespace fairlead::commission

#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "domain/accruals/player_event.hpp"
#include "domain/accruals/state.hpp"
#include "domain/plans/plan.hpp"

namespace fairlead::commission {

struct AddedSums;
struct KeyedGroup;

// A registered player that an affiliate brought.
struct Player {
    PlayerId id;
    BrandId brand;
    std::string country;
    AffiliateId affiliate;
    Timestamp registered_at;
};

// An unpriced accrual: it waits for an exchange rate. When the rate is known, it is processed as if its event were
// recorded then. A sub-affiliate share is processed alone: the sub-affiliate's accrual does not change.
struct UnpricedAccrual {
    std::int64_t number = 0;  // 1, 2 … per operator.
    Player player;
    PlayerEvent event;
    AffiliateId affiliate;  // The affiliate that will earn it: the player's, or its parent.
    DealId deal;
    std::int32_t version = 1;
    Component component = Component::kCpa;
    Period period;  // The period that it would have if its rate had been known.
    bool late = false;
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
    // For a sub-affiliate share: the sub-affiliate's accrual, and the percentage of it. The accrual has the number 0 if
    // the share follows a statement of the sub-affiliate.
    std::optional<Accrual> child;
    Decimal percent = {};
};

// An unpriced accrual of a player that leaves its affiliate.
struct LeftUnpriced {
    std::int64_t number = 0;
    // For a sub-affiliate share: the number of the sub-affiliate's accrual.
    std::optional<std::int64_t> source;
    AffiliateId affiliate;
    DealId deal;
    std::int32_t version = 1;
    Currency to = *Currency::Parse("EUR");
    Decimal percent = {};
};

LeftUnpriced LeftOf(const UnpricedAccrual& unpriced);

// Turns events into accruals, one after the other. Nobody else may change the groups between calls. Deterministic: the
// same calls on the same state give exactly the same accruals.
class CommissionEngine {
public:
    // `last_accrual` and `last_unpriced` are the last numbers that are in use.
    CommissionEngine(const Plan& plan, GroupStates& groups, std::int64_t last_accrual, std::int64_t last_unpriced)
        : plan_(plan), groups_(groups), last_accrual_(last_accrual), last_unpriced_(last_unpriced) {}

    // Processes an event of a player, including its registration. Repeated milestones must be left out. Returns whether
    // the state has changed. While the affiliate is suspended, the event is only counted in the player's state.
    bool OnEvent(const Player& player, PlayerState& state, const PlayerEvent& event);

    // Whether the exchange rate of an unpriced accrual is known now.
    bool IsPriced(const UnpricedAccrual& unpriced) const;
    // Processes an unpriced accrual whose rate is known. `state` is the state of its player. If the affiliate is
    // suspended, it earns nothing and waits no longer.
    bool OnRateKnown(const UnpricedAccrual& unpriced, PlayerState& state);

    // Takes the player from its affiliate: reverses every accrual that is in force, in its own period if that is open.
    // `accruals` and `unpriced` are all accruals for the player, including those of parents, in order. Resets the
    // state. Returns the numbers of the unpriced accruals that wait no longer.
    std::vector<std::int64_t> Leave(const Player& player, PlayerState& state, std::span<const Accrual> accruals,
                                    std::span<const LeftUnpriced> unpriced);

    // Adds the opposite of an accrual, in its period or the earliest open one after it. The base and the positions of
    // the period stay as they are, except that the amount of a reversed CPA is taken out of the player's position.
    // `shares` are what parents got of the accrual.
    void ReverseByHand(const Accrual& accrual, std::span<const Accrual> shares);

    // Pays the fixed fees of the month that ends in the closed period, if any, unless the affiliate is suspended.
    void OnClose(AffiliateId affiliate, Period period);

    // After the statements of a closed period: carries negative bases, and what ring-fenced players owe, into the next
    // open period. `groups` are all groups of the affiliate and the period. `carrying` are the deals whose base the
    // statements carry. `states` are the states of the owing players that still belong to the affiliate (OwingPlayers
    // in period_end.hpp).
    void OpenNextPeriod(AffiliateId affiliate, Period closed, std::span<const KeyedGroup> groups,
                        const std::set<DealId>& carrying, const std::map<PlayerId, PlayerState>& states);

    // Pays every parent its share of an amount that a line of a closed statement carries over or waives, in the
    // parent's earliest open period from then on. The terms are those of the parent's deal for all brands and
    // countries, on the last day of the period.
    void FollowStatement(AffiliateId affiliate, Period closed, const Money& settled);

    // Calls `take` with each accrual since the last call, and forgets them.
    template <class Take>
    void ForEachAccrual(Take take) {
        for (Accrual& accrual : accruals_) take(accrual);
        accruals_.clear();
    }
    // Return the results of all calls since the last one, and forget them.
    std::vector<Accrual> TakeAccruals() { return std::exchange(accruals_, {}); }
    std::vector<UnpricedAccrual> TakeUnpriced() { return std::exchange(unpriced_, {}); }

private:
    friend class Scene;

    bool Process(const Player& player, PlayerState& state, const PlayerEvent& event);
    // Counts an event that earns nothing because the affiliate is suspended.
    bool LeaveOut(PlayerState& state, const PlayerEvent& event) const;
    ChosenDeal DealFor(const Player& player, PlayerState& state, const PlayerEvent& event) const;
    // Numbers the accrual and adds it to its line. The result is valid until the next call.
    const Accrual& Record(Accrual accrual);
    // Calls `pay` with the level and the id of each parent, the nearest first.
    template <class PayOne>
    void ForParents(AffiliateId child, PayOne pay) const;
    // What a parent gets of an accrual, in percent.
    struct ParentShare {
        AffiliateId affiliate;
        Decimal percent;
    };
    // The terms are those of each parent's deal for the player, on the day of the event.
    void PayParents(const Player& player, const PlayerEvent& event, const Accrual& child);
    void Share(const Accrual& child, const PlayerEvent& event, const ParentShare& parent, const ChosenDeal& chosen,
               const Player& player);
    // The time whose period a parent's share of the accrual belongs to.
    static Timestamp TimeOfShare(const Accrual& child);
    void RecordShare(const Accrual& child, Period own, Accrual share);
    // Returns the reversal, if the accrual needs one.
    std::optional<Accrual> Reverse(const Player& player, PlayerState& state, const Accrual& accrual,
                                   std::span<const Accrual* const> shares);
    // Returns whether the unpriced share of a reversed accrual waits no longer.
    bool DropUnpriced(const Player& player, const LeftUnpriced& share, const Accrual& accrual, const Accrual& reversal);
    // Takes the amount of an accrual out of the base of the reversal's period, and prices the reversal by it.
    std::vector<Accrual> TakeOutOfBase(const Player& player, PlayerState& state, const Accrual& accrual,
                                       Accrual& reversal);
    void TakeOutOfTurnover(const Accrual& accrual, Accrual& reversal);
    Period StatePeriodOf(const Deal& deal, const Accrual& reversal) const;
    // Takes a reversed amount out of the position of its player.
    void LowerPosition(const Accrual& accrual);
    // Removes what the player has added to the activity of open periods.
    void TakeOutOfActivity(const Player& player, const PlayerState& state);
    void ChangeActivity(const Player& player, const Deal& deal, Period period, const Activity& added);
    Accrual OppositeOf(const Accrual& accrual, Reason reason) const;
    void KeepRevenue(const Player& player, const PlayerState& state);
    void VacatePosition(const Player& player, const PlayerState& state);
    void ReverseShare(const Accrual& share, const Accrual& child);
    void Open(const StateKey& key, const AddedSums& added);
    void KeepUnpriced(UnpricedAccrual unpriced);

    const Plan& plan_;
    GroupStates& groups_;
    std::int64_t last_accrual_;
    std::int64_t last_unpriced_;
    std::vector<Accrual> accruals_;
    std::vector<UnpricedAccrual> unpriced_;
};

}  // namespace fairlead::commission

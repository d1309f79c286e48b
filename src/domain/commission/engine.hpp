#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/commission/plan.hpp"
#include "domain/commission/player_event.hpp"
#include "domain/commission/state.hpp"

namespace fairlead::commission {

// A registered player that somebody brought.
struct Player {
    PlayerId id;
    BrandId brand;
    std::string country;
    AffiliateId affiliate;
    Timestamp registered_at;
};

// An accrual that waits for a rate. Processed as if its event was recorded when the rate comes; a parent's share by
// itself, as the child's accrual stands.
struct Held {
    std::int64_t number = 0;  // 1, 2 … per operator.
    Player player;
    PlayerEvent event;
    AffiliateId affiliate;  // Whose it will be: the player's, or its parent.
    DealId deal;
    std::int32_t version = 1;
    Component component = Component::kCpa;
    Period period;  // Where it would be today.
    bool late = false;
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
    std::optional<Accrual> child;  // Of a parent's share.
};

// Turns events into accruals, one after the other, on a plan and a groups that stay as they are between calls. Pure:
// the same calls on the same state give the same accruals, bit for bit.
class CommissionEngine {
public:
    // `last_accrual` and `last_held` are the numbers that have been given.
    CommissionEngine(const Plan& plan, GroupStates& groups, std::int64_t last_accrual, std::int64_t last_held)
        : plan_(plan), groups_(groups), last_accrual_(last_accrual), last_held_(last_held) {}

    // An event of a player, its registration included, that repeats no milestone. True when the state has changed.
    bool OnEvent(const Player& player, PlayerState& state, const PlayerEvent& event);

    // Whether a held accrual can be processed now.
    bool IsPriced(const Held& held) const;
    // Processes it; the state is that of its player.
    bool OnRateKnown(const Held& held, PlayerState& state);

    // The player leaves its affiliate: every accrual that stands is taken back, in its own period where that is open.
    // `accruals` are all of the player and of parents for it, in order. The state is fresh afterwards.
    void Leave(const Player& player, PlayerState& state, std::span<const Accrual> accruals);

    // The fixed fees of an ended month.
    void OnClose(AffiliateId affiliate, Period period);

    // What the calls so far have made.
    std::vector<Accrual> TakeAccruals() { return std::exchange(accruals_, {}); }
    std::vector<Held> TakeHeld() { return std::exchange(held_, {}); }

private:
    friend class Scene;

    ChosenDeal DealFor(const Player& player, PlayerState& state, const PlayerEvent& event) const;
    // Numbers the accrual and adds it to its line. What it answers is valid until the next one.
    const Accrual& Record(Accrual accrual);
    void PayParent(const Player& player, const PlayerEvent& event, const Accrual& child);
    void Share(const Accrual& child, const PlayerEvent& event, AffiliateId parent, const ChosenDeal& chosen,
               const Player& player);
    void RecordShare(const Accrual& child, Period own, const Terms& terms, Accrual share);
    void Reverse(const Player& player, const Accrual& accrual, std::span<const Accrual* const> shares);
    void ReverseShare(const Accrual& share, const Accrual& child);
    void Hold(Held held);

    const Plan& plan_;
    GroupStates& groups_;
    std::int64_t last_accrual_;
    std::int64_t last_held_;
    std::vector<Accrual> accruals_;
    std::vector<Held> held_;
};

}  // namespace fairlead::commission

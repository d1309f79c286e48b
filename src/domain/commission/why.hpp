#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/commission/engine.hpp"

namespace fairlead::commission {

// An event of the player that waits for a rate, and the first component that needs it.
struct WaitingEvent {
    Component component = Component::kCpa;
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
};

// What is known of a player whose pay is asked about.
struct AskedPlayer {
    const Plan* plan = nullptr;
    bool registered = false;
    bool attributed = false;  // Somebody brought it.
    Player player;            // Where both are true.
    PlayerState state;
    bool has_first_deposit = false;         // One was recorded, in time or not.
    bool has_ngr = false;                   // Likewise.
    std::span<const Accrual> accruals;      // Its own, in any order.
    std::span<const WaitingEvent> waiting;  // Those of parents' shares are passed over.
    Timestamp now;
};

// One condition that is not met. Amounts are in the deal's currency.
struct Missing {
    std::string_view condition;
    std::optional<Decimal> needed;
    std::optional<Decimal> have;
    std::optional<Decimal> missing;
    std::optional<Currency> currency;
    std::optional<std::int64_t> days_left;  // Whole days; nothing where there is no limit, 0 when it has passed.

    bool operator==(const Missing&) const = default;
};

// A component that has not paid for the player, and why.
struct Unpaid {
    std::optional<Component> component;  // Nothing where no deal applies at all.
    std::vector<Missing> missing;
    std::string sentence;
};

// Every component of the player's deal that has not paid. Fixed fees and shares of sub-affiliates are no matter of one
// player.
std::vector<Unpaid> WhyUnpaid(const AskedPlayer& asked);

}  // namespace fairlead::commission

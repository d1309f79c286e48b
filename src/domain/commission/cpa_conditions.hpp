#pragma once

#include <optional>

#include "domain/commission/components.hpp"

namespace fairlead::commission {

// The conditions under which a player qualifies for CPA: see docs/commission.md §2.3 and §6.5.

// Until when events count. Nothing if there is no limit, or if it starts with a first deposit that is not there yet.
std::optional<Timestamp> CpaDeadline(const CpaTerms& terms, const PlayerState& state, Timestamp registered_at);

// The amount as it is compared with a minimum: in minor units if digits are given.
Decimal Compared(Decimal amount, const std::optional<int>& digits);
// The digits to which amounts are rounded before they are compared with minimums. Nothing under the first rules.
std::optional<int> ComparedDigits(const Plan& plan, const Terms& terms);

// Whether deposits of a qualified player are left out of its state, because they can be read from the record
// (LaterDeposits).
bool LeavesLaterDeposits(const Scene& scene);

// Adds the event to what the player's state remembers for CPA. Returns whether the first deposit has grown.
bool CountForCpa(Scene& scene, const std::optional<CpaTerms>& terms, bool in_time);

// Whether the event is one that the terms exclude.
bool Excludes(const CpaTerms& terms, events::EventType type);

// Whether the state meets all conditions.
bool MeetsConditions(const CpaTerms& terms, const PlayerState& state, const std::optional<int>& digits);

}  // namespace fairlead::commission

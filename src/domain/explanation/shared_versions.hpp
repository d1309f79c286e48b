#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/time/time_zone.hpp"
#include "domain/accruals/state.hpp"
#include "domain/deals/terms.hpp"
#include "domain/plans/statement_calendar.hpp"

namespace fairlead::commission {

// Versions of a deal with equal terms of RevShare or CPA that count together (docs/commission.md §6.7).

// The states that an accrual may share: those of all versions whose terms are equal to its own, in the order of the
// versions. Empty if there is no other such version, or if the accrual belongs to no ladder.
std::vector<StateKey> StatesOfEqualTerms(const Deal& deal, const Accrual& accrual, const StatementCalendar& calendar,
                                         const TimeZone& zone);

// The versions that share the state of the accrual, including the first one, to which the state belongs. `groups` are
// the groups of `states`. Empty if the version of the accrual is alone: its period began before this rule, or no other
// version earned anything in it.
std::vector<std::int32_t> SharingVersions(const Accrual& accrual, std::span<const StateKey> states,
                                          std::span<const GroupState> groups);

}  // namespace fairlead::commission

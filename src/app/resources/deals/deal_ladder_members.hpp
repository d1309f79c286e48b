#pragma once

#include "app/declarations/declared_resource.hpp"
#include "domain/deals/terms.hpp"

namespace fairlead::app {

// The members of a deal that say which states its tiers look at: docs/commission.md §6.7 and §6.9.
Member<commission::Deal> TierPoolMember();
Member<commission::Deal> LateEventsMember();

// Refuses a change of either member, because amounts were already computed with it. Deals of one pool have one
// currency. `before` is null for a new deal.
Errors CheckLadder(const OperatorEntry& own, const commission::Deal* before, const commission::Deal& after);

}  // namespace fairlead::app

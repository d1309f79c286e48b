#pragma once

#include "domain/reporting/group_keys.hpp"
#include "domain/reporting/metrics.hpp"

namespace fairlead::reporting {

// Whether affiliates may see the group key or metric in the portal. New group keys and metrics are hidden by default,
// because affiliates must not see the operator's margin, its other affiliates or its references of players.
bool IsForAffiliates(const GroupKey& key);
bool IsForAffiliates(const Metric& metric);

}  // namespace fairlead::reporting

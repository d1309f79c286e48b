#pragma once

#include "domain/reporting/group_keys.hpp"
#include "domain/reporting/metrics.hpp"

namespace fairlead::reporting {

// Whether affiliates may see it in their portal. What is new is not for them until it is said so: the operator's
// margin, its other affiliates and what it calls its players are nobody else's.
bool IsForAffiliates(const GroupKey& key);
bool IsForAffiliates(const Metric& metric);

}  // namespace fairlead::reporting

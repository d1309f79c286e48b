#pragma once

#include "domain/explanation/why.hpp"

namespace fairlead::commission {

// The events that a CPA minimum counts or leaves out, ordered by time. `have` is their sum in the deal's currency. The
// exchange rates are included only if the events add up to exactly this sum: otherwise a rate was added later for an
// earlier day and was not used. Returns nothing if the list of events is not complete.
std::vector<CountedEvent> CountedEvents(const AskedPlayer& asked, const Terms& terms, Condition condition,
                                        std::optional<Decimal> have);

}  // namespace fairlead::commission

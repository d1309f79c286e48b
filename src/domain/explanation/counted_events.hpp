#pragma once

#include "domain/explanation/why.hpp"

namespace fairlead::commission {

// The events that a minimum of a CPA counts or leaves out, by time. `have` is what they come to in the deal's currency.
// A rate is named only where the events come to exactly that: a rate that was stored later for an earlier day was not
// the one that was used. None where the list of events is not complete.
std::vector<CountedEvent> CountedEvents(const AskedPlayer& asked, const Terms& terms, Condition condition,
                                        std::optional<Decimal> have);

}  // namespace fairlead::commission

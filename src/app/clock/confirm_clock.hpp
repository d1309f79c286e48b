#pragma once

#include "app/catalogue/manage_catalogue.hpp"
#include "app/clock/clock_guard.hpp"
#include "app/ports/catalogue_store.hpp"

namespace fairlead::app {

// The clock as {"now", "trusted", "reason"}.
boost::json::object DescribeClock(ClockGuard& guard);

// Records in the audit log of every operator that a person has confirmed the clock, and then trusts the clock as it was
// at the call. Fails if something else contradicts the clock: a later commit, or the server. After a failure the clock
// is as suspect as before.
void ConfirmClock(ClockGuard& guard, CatalogueStore& store, std::string_view actor, ObjectDone done);

}  // namespace fairlead::app

#pragma once

#include "app/catalogue/manage_catalogue.hpp"
#include "app/clock/clock_guard.hpp"
#include "app/ports/catalogue_store.hpp"

namespace fairlead::app {

// The clock as {"now", "trusted", "reason"}.
boost::json::object DescribeClock(ClockGuard& guard);

// Trusts the clock as it is and records that in the audit log of every operator. Fails if something else contradicts
// the clock: a later commit, or the server.
void ConfirmClock(ClockGuard& guard, CatalogueStore& store, std::string_view actor, ObjectDone done);

}  // namespace fairlead::app

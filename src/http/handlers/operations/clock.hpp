#pragma once

#include "http/server/router.hpp"

namespace fairlead::app {
class CatalogueStore;
class ClockGuard;
}  // namespace fairlead::app

namespace fairlead::http {

// /control/clock, on the local socket: describes the clock, or trusts it as it is. Both objects outlive the router.
void AddClockRoutes(Router& router, app::ClockGuard& clock, app::CatalogueStore& store);

}  // namespace fairlead::http

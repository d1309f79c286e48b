#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class RecordQueries;
}  // namespace fairlead::app

namespace fairlead::http {

// GET /operator/chain-head. `records` outlives the router.
void AddChainHeadRoutes(Router& router, const CallerSources& callers, app::RecordQueries& records);

}  // namespace fairlead::http

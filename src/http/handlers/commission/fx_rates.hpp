#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class CommissionQueries;
class CommissionStore;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the endpoints of exchange rates use. They outlive the router.
struct FxRateDependencies {
    app::CommissionQueries& commission_queries;
    app::CommissionStore& commission_store;  // For use cases. Handlers do not call it.
};

// /fx-rates.
void AddFxRateRoutes(Router& router, const CallerSources& callers, const FxRateDependencies& dependencies);

}  // namespace fairlead::http

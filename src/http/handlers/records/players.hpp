#pragma once

#include "base/crypto/secrets.hpp"
#include "http/middleware/require_caller.hpp"

namespace fairlead::app {
class CommissionQueries;
class CommissionStore;
class RecordQueries;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the endpoints of players use. They outlive the router.
struct PlayerDependencies {
    app::RecordQueries& records;
    app::CommissionQueries& commission_queries;
    app::CommissionStore& commission_store;  // For use cases. Handlers do not call it.
    const Bytes32& token_key;
};

// /players, /players/{id}, and below it /why, /events and /reassign; and /search, which finds players among others.
void AddPlayerRoutes(Router& router, const CallerSources& callers, const PlayerDependencies& dependencies);

}  // namespace fairlead::http

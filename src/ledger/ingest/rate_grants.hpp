#pragma once

#include "app/ports/rate_authority.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Grants a node a share of what is left of a key's limit in its window, inside the caller's transaction. Only on
// engines that several nodes share: the window is counted by the database's clock.
Result<app::RateGrant> GrantRate(Connection& connection, const app::RateGrantRequest& request);

}  // namespace fairlead::ledger

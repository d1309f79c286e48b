#pragma once

#include "app/ports/rate_authority.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Grants a node a share of the rest of a key's rate limit in its window, in the caller's transaction. Only for engines
// that several nodes share: the database's clock measures the window.
Result<app::RateGrant> GrantRate(Connection& connection, const app::RateGrantRequest& request);

}  // namespace fairlead::ledger

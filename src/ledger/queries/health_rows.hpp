#pragma once

#include "app/ports/feed_health.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The health of an operator's feeds, for GET /health.
Result<app::FeedHealth> ReadFeedHealth(Connection& connection, OperatorId owner);

}  // namespace fairlead::ledger

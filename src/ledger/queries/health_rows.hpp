#pragma once

#include "app/ports/feed_health.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// What GET /health shows of one operator.
Result<app::FeedHealth> ReadFeedHealth(Connection& connection, OperatorId owner);

}  // namespace fairlead::ledger

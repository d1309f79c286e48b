#pragma once

#include "app/ports/ledger.hpp"
#include "ledger/sql/session.hpp"

namespace fairlead::ledger {

// What GET /health shows of one operator.
Result<app::FeedHealth> ReadFeedHealth(Session& session, OperatorId owner);

}  // namespace fairlead::ledger

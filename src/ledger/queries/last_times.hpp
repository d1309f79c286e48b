#pragma once

#include "app/ports/ledger.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

Result<app::LastTimes> ReadLastTimes(Connection& connection);

}  // namespace fairlead::ledger

#pragma once

#include <optional>

#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The number of the event with this id; nothing if the operator has no such event.
Result<std::optional<std::int64_t>> FindEventNumber(Connection& connection, OperatorId owner, EventId event);

}  // namespace fairlead::ledger

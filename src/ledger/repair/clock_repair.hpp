#pragma once

#include <vector>

#include "app/ports/clock_repair.hpp"
#include "base/result.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Corrects the times of blocks of facts that were stored while the clock was ahead, so that the next commits have the
// true time. All blocks of an operator are moved by the same amount, which keeps their order. The ids of their clicks
// do not change; commits, events and decisions keep the times that the chain covers. The chain, the audit log and the
// table clock_repairs record the repair (docs/adr/0019). Everything happens in one transaction. No service may be
// running.
Result<std::vector<app::ClockRepairPart>> RepairClock(Connection& connection, MigrationTarget target,
                                                      const app::ClockRepairOptions& options);

}  // namespace fairlead::ledger

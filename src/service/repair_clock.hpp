#pragma once

#include <vector>

#include "app/ports/clock_repair.hpp"
#include "base/result.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// Repairs the times of a ledger that no service is using: see ledger/repair/clock_repair.hpp.
Result<std::vector<app::ClockRepairPart>> RepairClock(const cli::Settings& settings,
                                                      const app::ClockRepairOptions& options);

}  // namespace fairlead::service

#pragma once

#include <vector>

#include "app/ports/clock_repair.hpp"
#include "app/ports/outgoing/stopped_sending.hpp"
#include "base/result.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// Repairs the times of a ledger that no service is using: see ledger/repair/clock_repair.hpp.
Result<std::vector<app::ClockRepairPart>> RepairClock(const cli::Settings& settings,
                                                      const app::ClockRepairOptions& options);

// Stops the sending of messages by a ledger that no service is using: see ledger/backup/restored_ledger.hpp. Without
// `apply`, only counts what would be stopped.
Result<app::StoppedSending> StopSending(const cli::Settings& settings, bool apply);

}  // namespace fairlead::service

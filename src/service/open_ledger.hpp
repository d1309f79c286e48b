#pragma once

#include <memory>
#include <string_view>

#include "app/clock/clock_guard.hpp"
#include "app/ports/ledger.hpp"
#include "app/ports/verification.hpp"
#include "cli/settings.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::service {

// The prefix in the URL of the embedded engine. The path of its file follows.
inline constexpr std::string_view kSqlitePrefix = "sqlite:";

// Whether the settings name the embedded engine, which one process owns.
bool IsEmbedded(const cli::Settings& settings);

enum class IfMissing : std::uint8_t { kFail, kMake };

// Opens the ledger of these settings and migrates its schema.
Result<std::unique_ptr<app::Ledger>> OpenLedger(const cli::Settings& settings, IfMissing if_missing,
                                                telemetry::Metrics& metrics);

// The clock of this machine with the limits of these settings.
std::shared_ptr<app::ClockGuard> MakeClockGuard(const cli::Settings& settings, telemetry::Metrics& metrics);

// The same for serving: also compares the clock with the newest times in the ledger, and deletes old clicks and
// archives old blocks as the settings say, until the ledger is stopped.
Result<std::unique_ptr<app::Ledger>> OpenLedgerToServe(const cli::Settings& settings, telemetry::Metrics& metrics,
                                                       const std::shared_ptr<app::ClockGuard>& clock);

// Recomputes the ledger of these settings and reports differences. The service may be running.
Result<app::VerificationReport> VerifyLedger(const cli::Settings& settings, const app::VerificationRequest& request,
                                             const app::OnVerificationProgress& progress);

}  // namespace fairlead::service

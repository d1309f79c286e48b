#pragma once

#include <memory>
#include <string_view>

#include "app/ports/ledger.hpp"
#include "app/ports/verification.hpp"
#include "cli/settings.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::service {

// How the URL of the embedded engine begins; the path of its file follows.
inline constexpr std::string_view kSqlitePrefix = "sqlite:";

// Whether the settings name the embedded engine, which one process owns.
bool IsEmbedded(const cli::Settings& settings);

enum class IfMissing : std::uint8_t { kFail, kMake };

// Opens the ledger that the settings name and brings its schema up to date.
Result<std::unique_ptr<app::Ledger>> OpenLedger(const cli::Settings& settings, IfMissing if_missing,
                                                telemetry::Metrics& metrics);

// Likewise, to serve it: old clicks are dropped and old blocks archived as the settings say, until it is stopped.
Result<std::unique_ptr<app::Ledger>> OpenLedgerToServe(const cli::Settings& settings, telemetry::Metrics& metrics);

// Recomputes the ledger that the settings name and compares; also beside a running service.
Result<app::VerificationReport> VerifyLedger(const cli::Settings& settings,
                                             const app::OnVerificationProgress& progress);

}  // namespace fairlead::service

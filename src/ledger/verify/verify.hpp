#pragma once

#include "app/ports/verification.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Recomputes attribution, accruals and closed statements of every operator from the record and compares them with the
// stored ones, checks the hash chain, and compares the tables that contain the current state with the record. Only
// reads, all in one snapshot. An Error means that the ledger could not be read; differences are in the report.
Result<app::VerificationReport> VerifyLedger(Connection& connection, const app::OnVerificationProgress& progress,
                                             const app::VerificationRequest& request = {});

}  // namespace fairlead::ledger

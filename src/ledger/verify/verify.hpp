#pragma once

#include "app/ports/verification.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Recomputes attribution, accruals and closed statements of every operator from the record and compares; walks the
// hash chain; compares the tables that the service works on with the record. Only reads, and all as of one moment. An
// Error is a failure to read, not a difference.
Result<app::VerificationReport> VerifyLedger(Connection& connection, const app::OnVerificationProgress& progress);

}  // namespace fairlead::ledger

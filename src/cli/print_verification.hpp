#pragma once

#include <ostream>

#include "app/ports/verification.hpp"

namespace fairlead::cli {

// Prints the report as JSON, or the differences one per line and a summary.
void PrintVerification(const app::VerificationReport& report, bool as_json, std::ostream& out);

}  // namespace fairlead::cli

#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "cli/command_line.hpp"

namespace fairlead::cli {

// Verifies the ledger and prints the report. The exit status is 1 also if there are differences, so that scripts need
// not read the output.
int Verify(const Settings& settings, const Commands& commands, const app::VerificationRequest& request, bool as_json,
           std::ostream& out);

// What `fairlead verify` was given.
struct GivenVerification {
    const std::vector<std::string>& expected_heads;
    bool scrub = false;
    bool json = false;
};

// `fairlead verify`. Returns the exit status.
int VerifyExpecting(const Settings& settings, const Commands& commands, const GivenVerification& given);

}  // namespace fairlead::cli

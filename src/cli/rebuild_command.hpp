#pragma once

#include "cli/command_line.hpp"

namespace fairlead::cli {

// `fairlead rebuild`. Returns the exit status.
int Rebuild(const Settings& settings, const Commands& commands, bool as_json);

}  // namespace fairlead::cli

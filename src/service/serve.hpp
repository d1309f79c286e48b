#pragma once

#include "cli/settings.hpp"

namespace fairlead::service {

// Serves until SIGTERM or SIGINT, then finishes running requests. Returns the exit status.
int Serve(const cli::Settings& settings);

}  // namespace fairlead::service

#pragma once

#include "cli/settings.hpp"

namespace fairlead::service {

// Serves until SIGTERM or SIGINT, then drains. The exit status.
int Serve(const cli::Settings& settings);

}  // namespace fairlead::service

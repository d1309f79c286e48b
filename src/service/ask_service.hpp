#pragma once

#include "app/catalogue/manage_catalogue.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// Both ask the running service that owns the data folder.

// Fails if it is not ready to take events.
Status AskIfReady(const cli::Settings& settings);
// Describes its clock. `confirm` makes it trust the clock as it is.
app::ObjectResult AskAboutClock(const cli::Settings& settings, bool confirm);

}  // namespace fairlead::service

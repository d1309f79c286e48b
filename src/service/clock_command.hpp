#pragma once

#include "app/catalogue/manage_catalogue.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// Asks the running service that owns the data folder about its clock. `confirm` makes it trust the clock as it is.
app::ObjectResult AskAboutClock(const cli::Settings& settings, bool confirm);

}  // namespace fairlead::service

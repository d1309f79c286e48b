#pragma once

#include <string>

#include "app/catalogue/manage_catalogue.hpp"

namespace fairlead::app {

// Sets the status `paused` with the reason, as the service itself. Changes nothing unless the postback is active.
ManageCatalogue::Decide PausePostback(DestinationId id, std::string reason);

}  // namespace fairlead::app

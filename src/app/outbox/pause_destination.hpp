#pragma once

#include <string>

#include "app/catalogue/manage_catalogue.hpp"
#include "app/ports/outgoing/outbox.hpp"

namespace fairlead::app {

// Pauses a destination that does not work: its messages wait until a person makes it active again. Does nothing if it
// is not active any more. The audit log and the console show it.
void PauseDestination(ManageCatalogue& catalogue, const LaneKey& lane, std::string reason);

}  // namespace fairlead::app

#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// Gives a saved report a new token; the old one opens nothing from then on. The body is not looked at.
ManageCatalogue::Decide RotateReportToken(Uuid id, ChangeRequest request);

}  // namespace fairlead::app

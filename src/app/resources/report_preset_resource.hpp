#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// Gives a saved report a new token; the old one becomes invalid. The body is ignored.
ManageCatalogue::Decide RotateReportToken(Uuid id, ChangeRequest request);

// Deletes a saved report and its schedules; its token becomes invalid. The body is ignored.
ManageCatalogue::Decide DeleteReportPreset(Uuid id, ChangeRequest request);

}  // namespace fairlead::app

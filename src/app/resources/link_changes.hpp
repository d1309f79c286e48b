#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// Adds a changed link and its audit entry to the change of another resource.
void AddLinkChange(const OperatorEntry& own, const catalogue::Link& before, const catalogue::Link& after,
                   const ChangeRequest& request, CatalogueChange& change);

}  // namespace fairlead::app

#pragma once

#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/manage_catalogue.hpp"

namespace fairlead::app {

// Lists for the command line: {"items": […]}. `kind` is "operators", "users" or "api-keys"; the last two need an
// operator that exists.
ObjectResult ListRecords(const CatalogueSnapshot& catalogue, std::string_view kind, std::string_view operator_id);

}  // namespace fairlead::app

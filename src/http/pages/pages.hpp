#pragma once

#include "app/catalogue/catalogue.hpp"
#include "app/ports/web_files.hpp"
#include "http/server/router.hpp"

namespace fairlead::http {

// Serves the console, the portal, the documentation and their files on all paths without an API route, and
// GET /portal/branding, which the portal calls before the log-in. The catalogue outlives the router.
void AddPages(Router& router, const app::Catalogue& catalogue, const std::string& public_url, app::WebFiles files);

}  // namespace fairlead::http

#pragma once

#include "app/catalogue/catalogue.hpp"
#include "app/ports/web_files.hpp"
#include "http/server/router.hpp"

namespace fairlead::http {

// The console, the portal, the documentation and the files that they are made of, wherever no route of the API is; and
// GET /portal/branding, which the portal asks before anybody is logged in. The catalogue outlives the router.
void AddPages(Router& router, const app::Catalogue& catalogue, const std::string& public_url, app::WebFiles files);

}  // namespace fairlead::http

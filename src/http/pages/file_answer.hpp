#pragma once

#include "app/ports/web_files.hpp"
#include "http/server/request.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

// Sends a file in the form that the client prefers, or 304 if the client already has that form. Files under assets/
// have their digest in their name and are cached forever; clients must revalidate all other files.
Response FileAnswer(const app::WebFile& file, const Request& request);

}  // namespace fairlead::http

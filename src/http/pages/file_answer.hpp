#pragma once

#include "app/ports/web_files.hpp"
#include "http/server/request.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

// A file in the form that the client likes best, or 304 where the client has that form already. What lies under assets/
// has its digest in its name and may be kept for ever; everything else is asked for again each time.
Response FileAnswer(const app::WebFile& file, const Request& request);

}  // namespace fairlead::http

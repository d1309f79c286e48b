#pragma once

#include "app/ports/web_files.hpp"

namespace fairlead::service {

// The web pages as they were built with this program (web/scripts/embed.mjs writes the source).
app::WebFiles EmbeddedFiles();

}  // namespace fairlead::service

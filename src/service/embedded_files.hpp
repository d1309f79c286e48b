#pragma once

#include "app/ports/web_files.hpp"

namespace fairlead::service {

// The web pages that are built into this program. web/scripts/embed.mjs generates the source.
app::WebFiles EmbeddedFiles();

}  // namespace fairlead::service

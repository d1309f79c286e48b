#pragma once

#include <span>
#include <string_view>

namespace fairlead::app {

// One file of the web pages with its compressed forms. The memory is valid as long as the program runs.
struct WebFile {
    std::string_view path;  // Relative to the root: "assets/console-4f2a.js", "console/index.html".
    std::string_view content_type;
    std::string_view digest;  // The digest of the content.
    std::string_view plain;
    std::string_view brotli;  // Empty if compression saves nothing, like the next member.
    std::string_view gzip;
};

// All files of the web pages. Names are unique.
using WebFiles = std::span<const WebFile>;

}  // namespace fairlead::app

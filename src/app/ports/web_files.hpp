#pragma once

#include <span>
#include <string_view>

namespace fairlead::app {

// One file of the web pages, with its compressed forms. All of it stays as long as the program runs.
struct WebFile {
    std::string_view path;  // Below the root: "assets/console-4f2a.js", "console/index.html".
    std::string_view content_type;
    std::string_view digest;  // Of its content; changes whenever that does.
    std::string_view plain;
    std::string_view brotli;  // Empty where compressing saves nothing, like the next.
    std::string_view gzip;
};

// Everything that the pages are made of. Names are unique.
using WebFiles = std::span<const WebFile>;

}  // namespace fairlead::app

#pragma once

#include <cstdint>
#include <string_view>

namespace fairlead::http {

// The page at a path that is neither an API route nor a file.
enum class PageTarget : std::uint8_t {
    kNone,
    kConsole,
    kPortal,
    kPortalAtRoot,  // The portal on its own domain, where its paths start at the root.
    kDocs,
    kRedirectToConsole,
    kRedirectToRoot
};

// A page handles all paths below its first segment itself, except paths that look like files: a page instead of a
// missing script would hide the error.
PageTarget FindPageTarget(std::string_view path, bool on_portal_domain);

}  // namespace fairlead::http

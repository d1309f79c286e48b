#pragma once

#include <cstdint>
#include <string_view>

namespace fairlead::http {

// What stands at a path that is neither a route of the API nor a file.
enum class PagePlace : std::uint8_t {
    kNothing,
    kConsole,
    kPortal,
    kPortalAtRoot,  // The portal on a domain of its own, whose paths begin at the root.
    kDocs,
    kLeadsToConsole,
    kLeadsToRoot
};

// The pages find their way below their first segment by themselves, so anything below it is theirs, but for what looks
// like a file: a page in place of a missing script would only hide that it is missing.
PagePlace PlaceOf(std::string_view path, bool on_portal_domain);

}  // namespace fairlead::http

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/id/ids.hpp"
#include "base/result.hpp"
#include "domain/tracking/relative_path.hpp"

namespace fairlead::tracking {

inline constexpr std::size_t kDestinationLengthMax = 2048;

// Where a link leads, taken apart once so that a redirect only puts pieces together. Immutable.
class Destination {
public:
    // A whole http or https URL with a host and without user or password, written as RFC 3986 has it: what is not ASCII
    // is percent-encoded already, and a foreign host is in its ASCII form. Anything else is refused with a reason to
    // show.
    static Result<Destination> Parse(std::string_view url);

    // Appends the URL that a visitor is sent to: the destination with `path` at the end of its path, joined by exactly
    // one slash, and with `click` as its only click_id. Scheme, host and port are always the destination's. Answers
    // where in `out` the click's id stands.
    std::size_t AppendRedirect(const RelativePath& path, ClickId click, std::string& out) const;

private:
    Destination() = default;

    std::string text_;         // Up to the end of the path, then "?…click_id=", then "#…" if there is a fragment.
    std::uint16_t joint_ = 0;  // Where a relative path goes: the end of the path without its trailing slashes.
    std::uint16_t path_end_ = 0;
    std::uint16_t click_ = 0;  // Where the click's id goes.
};

}  // namespace fairlead::tracking

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

// The destination of a link. It is parsed once, so that a redirect only joins its parts. Immutable.
class Destination {
public:
    // Accepts an absolute http or https URL with a host and without user or password. It must follow RFC 3986: other
    // characters than ASCII are percent-encoded, and an international host is in its ASCII form. The message of an
    // error is safe to show.
    static Result<Destination> Parse(std::string_view url);

    // Appends the URL of the redirect: the destination with `path` appended to its path after exactly one slash, and
    // with `click` as its only click_id. Scheme, host and port are always those of the destination. Returns the
    // position of the click id in `out`.
    std::size_t AppendRedirect(const RelativePath& path, ClickId click, std::string& out) const;

private:
    Destination() = default;

    std::string text_;  // The URL up to the end of the path, then "?…click_id=", then "#…" if there is a fragment.
    std::uint16_t joint_ = 0;  // The position for a relative path: the end of the path without trailing slashes.
    std::uint16_t path_end_ = 0;
    std::uint16_t click_ = 0;  // The position for the click id.
};

}  // namespace fairlead::tracking

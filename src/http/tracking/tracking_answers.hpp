#pragma once

#include <string>
#include <string_view>

#include "http/server/response.hpp"

namespace fairlead::http {

// A transparent GIF of one pixel.
inline constexpr std::string_view kPixel{
    "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00"
    "\x01\x00\x00\x02\x02\x44\x01\x00;",
    43};

inline Response PixelAnswer() { return {.content_type = "image/gif", .fixed_body = kPixel}; }

// The Location header is written before the click is recorded: this prefix, the URL with the click's id, and a line
// end. The URL cannot end the header early, because tracking::Destination accepts no line ends.
inline constexpr std::string_view kLocation = "Location: ";

inline Response Redirect(std::string location_line) {
    return {.status = 302, .content_type = {}, .headers = std::move(location_line)};
}

}  // namespace fairlead::http

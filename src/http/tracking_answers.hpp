#pragma once

#include <string>
#include <string_view>

#include "http/response.hpp"

namespace fairlead::http {

// A transparent GIF of one pixel.
inline constexpr std::string_view kPixel{
    "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00"
    "\x01\x00\x00\x02\x02\x44\x01\x00;",
    43};

inline Response PixelAnswer() { return {.content_type = "image/gif", .body = std::string(kPixel)}; }

// `location` has been put together by tracking::Destination, which lets nothing through that could end a header.
inline Response RedirectTo(std::string_view location) {
    Response response{.status = 302, .content_type = {}};
    response.AddHeader("Location", location);
    return response;
}

}  // namespace fairlead::http

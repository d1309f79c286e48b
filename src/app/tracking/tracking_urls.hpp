#pragma once

#include <string>
#include <string_view>

#include "domain/catalogue/records.hpp"

namespace fairlead::app {

// Where short tracking URLs start on their host.
inline constexpr std::string_view kShortPath = "/r/";
// Where uploaded images are served, below the URL of the API.
inline constexpr std::string_view kImagePath = "/track/image/";

// The URLs that an affiliate publishes. `api_url` is the public URL of this service's API.

std::string TrackingUrl(const std::string& api_url, const catalogue::Link& link);
// The short form, "https://host/r/CODE". `tracking_url` is the host for it; empty: the host of the API.
std::string ShortUrl(const std::string& api_url, const std::string& tracking_url, const catalogue::Link& link);
// Where an uploaded image is served.
std::string ImageUrl(const std::string& api_url, ImageId image);
// The URL of a creative's image, uploaded or linked; empty if it has none.
std::string ImageUrlOf(const std::string& api_url, const catalogue::Creative& creative);
std::string ImpressionUrl(const std::string& api_url, CreativeId creative, const catalogue::Link& link);

// The HTML that shows a creative and counts for a link: an anchor to the link that contains the banner and a hidden
// pixel. Without an image it contains the creative's name.
std::string EmbedHtml(const std::string& api_url, const catalogue::Creative& creative, const catalogue::Link& link);

}  // namespace fairlead::app

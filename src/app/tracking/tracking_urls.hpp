#pragma once

#include <string>

#include "domain/catalogue/records.hpp"

namespace fairlead::app {

// What an affiliate publishes. `api_url` is where the world finds this service's API.

std::string TrackingUrl(const std::string& api_url, const catalogue::Link& link);
std::string ImpressionUrl(const std::string& api_url, CreativeId creative, const catalogue::Link& link);

// The HTML that shows a creative and counts for a link: an anchor to the link with the banner and a hidden pixel in it,
// or with the creative's name where there is no image to show.
std::string EmbedHtml(const std::string& api_url, const catalogue::Creative& creative, const catalogue::Link& link);

}  // namespace fairlead::app

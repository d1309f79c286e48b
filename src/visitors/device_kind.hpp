#pragma once

#include <string_view>

namespace fairlead::visitors {

// What somebody holds or sits before: desktop, mobile, tablet, tv, console or other. Told from words that makers agree
// on, for uap-core knows models, not kinds. A tablet that calls itself a Macintosh, as iPads do, is a desktop.
std::string_view DeviceKind(std::string_view lower_agent);

}  // namespace fairlead::visitors

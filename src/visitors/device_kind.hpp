#pragma once

#include <string_view>

namespace fairlead::visitors {

// The kind of device: desktop, mobile, tablet, tv, console or other. Found by words that manufacturers agree on,
// because uap-core knows models, not kinds. A tablet that calls itself a Macintosh, as iPads do, counts as a desktop.
std::string_view DeviceKind(std::string_view lower_agent);

}  // namespace fairlead::visitors

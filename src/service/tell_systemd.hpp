#pragma once

#include <string_view>

namespace fairlead::service {

// Tells systemd how the service is getting on, in the words of sd_notify(3), such as "READY=1"; several stand on lines
// of their own. Does nothing where nobody has asked for it (NOTIFY_SOCKET is not set), and a failure changes nothing.
void TellSystemd(std::string_view state);

}  // namespace fairlead::service

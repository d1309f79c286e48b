#pragma once

#include <string_view>

namespace fairlead::service {

// Sends the state of the service to systemd in the format of sd_notify(3), such as "READY=1", one assignment per line.
// Does nothing if NOTIFY_SOCKET is not set. A failure is only logged.
void NotifySystemd(std::string_view state);

}  // namespace fairlead::service

#pragma once

#include "base/time/time.hpp"

namespace fairlead {

// Sets the clock of the whole process: Now() returns `time` until the next call. Only code that creates a past history
// may use it, and only while the service handles no requests.
void SetClock(Timestamp time);

// Makes Now() return the system's time again.
void FollowSystemClock();

}  // namespace fairlead

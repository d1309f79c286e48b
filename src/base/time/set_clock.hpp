#pragma once

#include "base/time/time.hpp"

namespace fairlead {

// Lets the whole process live at another moment, so that a history is recorded with its own times: from now on Now()
// says `time`, and does not move by itself. Only what makes a history may do so, and only while nothing is served.
void SetClock(Timestamp time);

// Back to the system's clock.
void FollowSystemClock();

}  // namespace fairlead

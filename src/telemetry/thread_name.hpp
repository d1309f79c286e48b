#pragma once

#include <pthread.h>

namespace fairlead::telemetry {

// Names the calling thread for top, perf and a debugger; at most 15 characters.
inline void NameThisThread(const char* name) { pthread_setname_np(pthread_self(), name); }

}  // namespace fairlead::telemetry

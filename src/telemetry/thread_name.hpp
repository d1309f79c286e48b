#pragma once

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace fairlead::telemetry {

// Names the calling thread for top, perf and debuggers. At most 15 characters.
inline void NameThisThread(const char* name) { pthread_setname_np(pthread_self(), name); }

// The niceness of all threads that work for reports and that send messages, so that recording events and clicks comes
// first. They share one value: a thread that waits for a nicer thread would wait as long as that thread gets no CPU
// time.
inline constexpr int kBackgroundNiceness = 10;

inline void LowerThreadPriority() { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kBackgroundNiceness); }

}  // namespace fairlead::telemetry

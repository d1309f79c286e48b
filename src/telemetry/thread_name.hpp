#pragma once

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace fairlead::telemetry {

// Names the calling thread for top, perf and a debugger; at most 15 characters.
inline void NameThisThread(const char* name) { pthread_setname_np(pthread_self(), name); }

// How much what works for reports gives way to what takes events and clicks in. All of it does alike: a thread that
// waits for a nicer one would wait as long as that one is kept from working.
inline constexpr int kReportNiceness = 10;

inline void GiveWayToRecording() { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kReportNiceness); }

}  // namespace fairlead::telemetry

// Loaded into the service before all other libraries (LD_PRELOAD). Adds seconds to the wall clock. Their number is in
// the file named by SHIFTED_CLOCK, as 8 bytes. The file is mapped, so a change takes effect at once. The monotonic
// clocks are not changed, as on a machine whose clock is set.

#include <cstdint>
#include <cstdlib>
#include <ctime>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

const std::int64_t* MapShift() {
    const char* path = std::getenv("SHIFTED_CLOCK");
    if (path == nullptr) std::abort();
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) std::abort();
    void* mapped = mmap(nullptr, sizeof(std::int64_t), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED) std::abort();
    return static_cast<const std::int64_t*>(mapped);
}

std::int64_t ShiftSeconds() {
    static const std::int64_t* const kShift = MapShift();
    return __atomic_load_n(kShift, __ATOMIC_RELAXED);
}

bool IsWallClock(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

}  // namespace

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library has reserved names.
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
    using Real = int (*)(clockid_t, timespec*);
    static const auto kReal = reinterpret_cast<Real>(dlsym(RTLD_NEXT, "clock_gettime"));
    const int result = kReal(clock, time);
    if (result == 0 && IsWallClock(clock)) time->tv_sec += ShiftSeconds();
    return result;
}

extern "C" int gettimeofday(timeval* time, void* zone) noexcept {
    using Real = int (*)(timeval*, void*);
    static const auto kReal = reinterpret_cast<Real>(dlsym(RTLD_NEXT, "gettimeofday"));
    const int result = kReal(time, zone);
    if (result == 0) time->tv_sec += ShiftSeconds();
    return result;
}

extern "C" time_t time(time_t* out) noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != nullptr) *out = now.tv_sec;
    return now.tv_sec;
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace fairlead::ledger {

// How much time of the writer background work gets: most of it while there are few commits, and a small part while
// commits take all of the time. So it gives way to commits and never stops. Times are in microseconds of the steady
// clock and do not decrease. Not safe for several threads.
class BackgroundShare {
public:
    static constexpr double kLeast = 0.05;
    // Commits and background work together get this part. The rest keeps the waiting time of commits short.
    static constexpr double kTogether = 0.8;
    // Background work never waits longer than this after its last turn.
    static constexpr std::int64_t kPauseMaxMicros = 1'000'000;

    // The writer was busy with commits, or with background work, for this time.
    void Committed(std::int64_t from, std::int64_t to) {
        Advance(from, 0);
        Advance(to, 1);
    }
    void Worked(std::int64_t from, std::int64_t to) {
        Advance(from, 0);
        at_ = std::max(at_, to);
        const double pause = static_cast<double>(to - from) * (1 / Share() - 1);
        due_at_ = to + std::min(kPauseMaxMicros, static_cast<std::int64_t>(pause));
    }

    // The time from which background work may have its next turn.
    std::int64_t due_at() const { return due_at_; }
    // The part of the time that background work gets now.
    double Share() const { return std::max(kLeast, kTogether - commit_part_); }

private:
    static constexpr double kMemoryMicros = 500'000;

    void Advance(std::int64_t to, double busy) {
        if (to <= at_) return;
        const double kept = std::exp(static_cast<double>(at_ - to) / kMemoryMicros);
        commit_part_ = commit_part_ * kept + busy * (1 - kept);
        at_ = to;
    }

    std::int64_t at_ = 0;
    std::int64_t due_at_ = 0;
    double commit_part_ = 0;  // The part of recent time that commits took. Leaves out time of background work.
};

}  // namespace fairlead::ledger

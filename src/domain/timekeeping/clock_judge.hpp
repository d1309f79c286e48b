#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/time/time.hpp"

namespace fairlead::timekeeping {

// How far the clock of a machine may be off before it is suspect.
struct ClockLimits {
    std::int64_t step_micros = 60 * kMicrosPerSecond;         // A sudden change while the service runs.
    std::int64_t difference_micros = 60 * kMicrosPerSecond;   // The distance from the clock of the database server.
    std::int64_t behind_micros = 120 * kMicrosPerSecond;      // The distance behind the last commit.
    std::int64_t ahead_at_start_micros = 31 * kMicrosPerDay;  // The distance from the last write, at a start.
};

// Both clocks of a machine at one moment. Setting the clock changes `wall` only.
struct ClockReading {
    Timestamp wall;
    std::int64_t boot_micros = 0;
};

// The server's clock, read between two readings of our clock.
struct ServerReading {
    Timestamp before;
    Timestamp server;
    Timestamp after;
};

enum class ClockDoubt : std::uint8_t { kNone, kStepped, kAheadAtStart, kBehindCommit, kOffServer };

struct ClockVerdict {
    ClockDoubt doubt = ClockDoubt::kNone;
    std::int64_t ahead_micros = 0;  // How far the clock is ahead of what was expected; negative: behind.

    bool trusted() const { return doubt == ClockDoubt::kNone; }
    bool operator==(const ClockVerdict&) const = default;
};

// What is wrong and what to do, for people.
std::string Describe(const ClockVerdict& verdict);

// Decides from its readings whether a clock can be trusted. A doubt ends by itself when the clock is right again. If
// the change was right, a person must confirm it. For one thread at a time.
class ClockJudge {
public:
    ClockJudge(const ClockLimits& limits, const ClockReading& first) : limits_(limits), reference_(first) {}

    // The newest write in the ledger at the start of the service. A new ledger has none.
    void OnStart(Timestamp last_write, const ClockReading& reading);
    // A commit in the ledger has this time.
    void OnCommit(Timestamp recorded_at);
    void OnServer(const ServerReading& server, const ClockReading& reading);
    // A person says that the clock is right. This ends doubts about a step and about a start. It does not end the
    // others, because a commit or a server would still contradict the clock.
    void Confirm(const ClockReading& reading);

    ClockVerdict Judge(const ClockReading& reading);

    // The results of the last comparisons. Positive: the clock is ahead.
    std::int64_t step_micros() const { return step_micros_; }
    std::int64_t server_micros() const { return server_micros_; }

private:
    bool IsFarAhead(Timestamp wall) const;
    bool IsOffServer() const;

    ClockLimits limits_;
    ClockReading reference_;                 // The last reading that the wall clock is compared with.
    std::optional<Timestamp> far_ahead_of_;  // The last write, if the clock was too far ahead of it at the start.
    Timestamp newest_commit_;
    std::int64_t step_micros_ = 0;
    std::int64_t server_micros_ = 0;
};

}  // namespace fairlead::timekeeping

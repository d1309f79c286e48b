#include "domain/timekeeping/clock_judge.hpp"

#include <algorithm>
#include <cstdlib>

namespace fairlead::timekeeping {
namespace {

// The reference follows the clock this often. NTP changes the speed of a clock by 0.05 % at most, which is 30 ms in
// this time. A step is much larger.
constexpr std::int64_t kFollowEveryMicros = 60 * kMicrosPerSecond;

// Zero if our clock may have shown the server's time at some moment between the two readings.
std::int64_t AheadOf(const ServerReading& reading) {
    if (reading.server < reading.before) return reading.before.micros - reading.server.micros;
    if (reading.server > reading.after) return reading.after.micros - reading.server.micros;
    return 0;
}

// "366 days", "2 hours", "61 seconds". A measured step of an hour may be a microsecond short, so seconds are rounded.
std::string Amount(std::int64_t micros) {
    const std::int64_t seconds = (std::abs(micros) + kMicrosPerSecond / 2) / kMicrosPerSecond;
    if (seconds >= 2 * 86'400) return std::to_string(seconds / 86'400) + " days";
    if (seconds >= 2 * 3'600) return std::to_string(seconds / 3'600) + " hours";
    return std::to_string(seconds) + " seconds";
}

constexpr const char* kConfirm =
    " Nothing is recorded until the clock is set right, or until the change is confirmed with fairlead clock confirm.";

}  // namespace

std::string Describe(const ClockVerdict& verdict) {
    const std::string amount = Amount(verdict.ahead_micros);
    switch (verdict.doubt) {
        case ClockDoubt::kNone: return "the clock of this machine is trusted";
        case ClockDoubt::kStepped:
            return "the clock of this machine was set " + std::string(verdict.ahead_micros > 0 ? "forward" : "back") +
                   " by " + amount + "." + kConfirm;
        case ClockDoubt::kAheadAtStart:
            return "the clock of this machine is " + amount + " ahead of the last write to the ledger." + kConfirm;
        case ClockDoubt::kBehindCommit:
            return "the clock of this machine is " + amount +
                   " behind the last commit. Nothing is recorded until the clock is set right. If the clock is right, "
                   "stop the service and run fairlead repair clock.";
        case ClockDoubt::kOffServer:
            return "the clock of this machine is " + amount + (verdict.ahead_micros > 0 ? " ahead of" : " behind") +
                   " the clock of the PostgreSQL server. Nothing is recorded until they agree.";
    }
    return "the clock of this machine is suspect";
}

bool ClockJudge::IsFarAhead(Timestamp wall) const {
    return far_ahead_of_ && wall.micros - far_ahead_of_->micros > limits_.ahead_at_start_micros;
}

void ClockJudge::OnStart(Timestamp last_write, const ClockReading& reading) {
    far_ahead_of_ = last_write;
    if (!IsFarAhead(reading.wall)) far_ahead_of_.reset();
}

void ClockJudge::OnCommit(Timestamp recorded_at) { newest_commit_ = std::max(newest_commit_, recorded_at); }

bool ClockJudge::IsOffServer() const { return std::abs(server_micros_) > limits_.difference_micros; }

void ClockJudge::OnServer(const ServerReading& server, const ClockReading& reading) {
    const bool was_off = IsOffServer();
    server_micros_ = AheadOf(server);
    // The clock was wrong and now agrees with the server. This step is a correction and needs no confirmation.
    if (was_off && !IsOffServer()) Confirm(reading);
}

void ClockJudge::Confirm(const ClockReading& reading) {
    far_ahead_of_.reset();
    reference_ = reading;
    step_micros_ = 0;
}

ClockVerdict ClockJudge::Judge(const ClockReading& reading) {
    // The clock was wrong at the start and is right now. This step is a correction and needs no confirmation.
    if (far_ahead_of_ && !IsFarAhead(reading.wall)) Confirm(reading);
    const std::int64_t passed = reading.boot_micros - reference_.boot_micros;
    step_micros_ = reading.wall.micros - reference_.wall.micros - passed;
    const bool stepped = std::abs(step_micros_) > limits_.step_micros;
    if (!stepped && passed >= kFollowEveryMicros) reference_ = reading;

    if (far_ahead_of_) return {ClockDoubt::kAheadAtStart, reading.wall.micros - far_ahead_of_->micros};
    if (stepped) return {ClockDoubt::kStepped, step_micros_};
    const std::int64_t behind = newest_commit_.micros - reading.wall.micros;
    if (behind > limits_.behind_micros) return {ClockDoubt::kBehindCommit, -behind};
    if (IsOffServer()) return {ClockDoubt::kOffServer, server_micros_};
    return {};
}

}  // namespace fairlead::timekeeping

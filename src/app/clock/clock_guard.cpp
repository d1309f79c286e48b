#include "app/clock/clock_guard.hpp"

#include "telemetry/log.hpp"

namespace fairlead::app {
namespace {

double SecondsOf(std::int64_t micros) { return static_cast<double>(micros) / kMicrosPerSecond; }

void ReportVerdict(const timekeeping::ClockVerdict& verdict) {
    if (verdict.trusted()) {
        telemetry::LogInfo("the clock is trusted again");
        return;
    }
    const std::string reason = Describe(verdict);
    telemetry::LogError("the clock is suspect: nothing is recorded",
                        {{"reason", std::string_view(reason)}, {"aheadMicros", verdict.ahead_micros}});
}

}  // namespace

timekeeping::ClockReading ReadClocks() { return {Now(), BootMicros()}; }

ClockGuard::ClockGuard(const timekeeping::ClockLimits& limits, telemetry::Metrics& metrics, Reader read)
    : read_(std::move(read)), metrics_(metrics), judge_(limits, read_()) {}

Result<Timestamp> ClockGuard::Settle(const timekeeping::ClockReading& reading) {
    const auto verdict = judge_.Judge(reading);
    metrics_.clock_suspect.Set(verdict.trusted() ? 0 : 1);
    metrics_.clock_step_seconds.Set(SecondsOf(judge_.step_micros()));
    metrics_.clock_server_seconds.Set(SecondsOf(judge_.server_micros()));
    if (verdict.doubt != verdict_.doubt) ReportVerdict(verdict);
    verdict_ = verdict;
    if (!verdict.trusted()) return Fail(ErrorCode::kClockSuspect, Describe(verdict));
    return reading.wall;
}

Result<Timestamp> ClockGuard::Read() {
    // The program set the clock itself, to create a past history.
    if (IsClockSet()) return Now();
    const std::lock_guard lock(mutex_);
    return Settle(read_());
}

Status ClockGuard::Check() {
    TRY(Read());
    return {};
}

Status ClockGuard::CheckCommit(const CommitView& view) {
    if (IsClockSet()) return {};
    const std::lock_guard lock(mutex_);
    const auto reading = read_();
    Compare(view, reading);
    TRY(Settle(reading));
    return {};
}

void ClockGuard::Compare(const CommitView& view, const timekeeping::ClockReading& reading) {
    judge_.OnCommit(view.last_commit);
    if (view.server.micros != 0) judge_.OnServer({view.before, view.server, reading.wall}, reading);
}

Result<Timestamp> ClockGuard::ReadToConfirm(const CommitView& view) {
    if (IsClockSet()) return Now();
    const std::lock_guard lock(mutex_);
    const auto reading = read_();
    Compare(view, reading);
    (void)Settle(reading);
    timekeeping::ClockJudge confirmed = judge_;
    confirmed.Confirm(reading);
    const auto verdict = confirmed.Judge(reading);
    if (!verdict.trusted()) return Fail(ErrorCode::kClockSuspect, Describe(verdict));
    return reading.wall;
}

Status ClockGuard::CompareWithServer(Timestamp before, Timestamp server) {
    if (IsClockSet() || server.micros == 0) return {};
    const std::lock_guard lock(mutex_);
    const auto reading = read_();
    judge_.OnServer({before, server, reading.wall}, reading);
    TRY(Settle(reading));
    return {};
}

void ClockGuard::CompareWithLedger(Timestamp last_commit, Timestamp last_write) {
    const std::lock_guard lock(mutex_);
    const auto reading = read_();
    judge_.OnCommit(last_commit);
    if (last_write.micros != 0) judge_.OnStart(last_write, reading);
    (void)Settle(reading);
}

void ClockGuard::Confirm(const timekeeping::ClockReading& confirmed) {
    const std::lock_guard lock(mutex_);
    const auto reading = read_();
    // If the clock is trusted, it was corrected in the meantime, and the confirmed reading is the wrong one.
    if (!judge_.Judge(reading).trusted()) judge_.Confirm(confirmed);
    (void)Settle(reading);
}

timekeeping::ClockVerdict ClockGuard::Verdict() {
    const std::lock_guard lock(mutex_);
    (void)Settle(read_());
    return verdict_;
}

}  // namespace fairlead::app

#include "app/schedules/report_failures.hpp"

#include <algorithm>

namespace fairlead::app {
namespace {

constexpr int kFailuresMax = 5;
constexpr std::int64_t kRetryReportMicros = 60 * kMicrosPerSecond;
// The longest pause between two attempts, while the analytics store is not available. Each pause is longer than before.
constexpr std::int64_t kRetryReportMicrosMax = 15 * 60 * kMicrosPerSecond;
// After this time the run has failed. It is less than a day, so that a daily report has its run before the next one is
// due.
constexpr std::int64_t kUnavailableMicrosMax = 20LL * 3600 * kMicrosPerSecond;

// A query that takes too long will take as long the next time.
bool MayPass(ErrorCode reason) { return KindOf(reason) == ErrorKind::kUnavailable && reason != ErrorCode::kTimedOut; }

}  // namespace

bool ReportFailures::MayTry(DestinationId schedule, std::int64_t now) const {
    const auto failed = failures_.find(schedule);
    return failed == failures_.end() || now >= failed->second.next_try;
}

bool ReportFailures::Note(DestinationId schedule, Date last_day, ErrorCode reason, std::int64_t now) {
    Failures& failures = failures_[schedule];
    if (failures.count == 0 || failures.last_day != last_day) failures = {.last_day = last_day, .first_at = now};
    ++failures.count;
    const bool may_pass = MayPass(reason);
    const std::int64_t wait =
        may_pass ? std::min(kRetryReportMicrosMax, failures.count * kRetryReportMicros) : kRetryReportMicros;
    failures.next_try = now + wait;
    return may_pass ? now - failures.first_at >= kUnavailableMicrosMax : failures.count >= kFailuresMax;
}

void ReportFailures::NoteUnstored(DestinationId schedule, std::int64_t now) {
    failures_[schedule].next_try = now + kRetryReportMicros;
}

}  // namespace fairlead::app

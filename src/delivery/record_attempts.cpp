// How delivery records the attempts, and what follows when they are recorded.

#include <algorithm>

#include "app/outbox/pause_destination.hpp"
#include "delivery/delivery.hpp"
#include "telemetry/log.hpp"

namespace fairlead::delivery {
namespace {

constexpr std::int64_t kRetryRecordMicros = 1 * kMicrosPerSecond;
constexpr std::size_t kResultsAtOnce = 1000;

std::string PauseReason(const app::AttemptResult& result) {
    if (result.status == 410) return "the receiver answered 410: it does not want these messages any more";
    const std::string last = result.error.empty() ? "status " + std::to_string(result.status) : result.error;
    return "no message was accepted for a day. The last attempt: " + last;
}

}  // namespace

void Delivery::RecordResults() {
    const std::int64_t now = SteadyMicros();
    if (recording_ || results_.empty() || now < record_at_) return;
    recording_ = true;
    const auto count = static_cast<std::ptrdiff_t>(std::min(results_.size(), kResultsAtOnce));
    std::vector<app::AttemptResult> some(std::make_move_iterator(results_.begin()),
                                         std::make_move_iterator(results_.begin() + count));
    results_.erase(results_.begin(), results_.begin() + count);
    auto sent = some;
    parts_.outbox.Record(std::move(sent), [this, some = std::move(some)](Status done) mutable {
        Post([this, some = std::move(some), done = std::move(done)] { OnRecorded(some, done); });
    });
}

void Delivery::OnRecorded(const std::vector<app::AttemptResult>& results, const Status& done) {
    recording_ = false;
    if (!done) {
        results_.insert(results_.begin(), results.begin(), results.end());
        record_at_ = SteadyMicros() + kRetryRecordMicros;
        telemetry::LogWarn("attempts could not be recorded yet", {{"reason", std::string_view(done.error().message)}});
        return;
    }
    for (const app::AttemptResult& result : results) {
        if (result.verdict.pause) app::PauseDestination(parts_.manage_catalogue, result.lane, PauseReason(result));
        if (result.verdict.fate == outbox::Fate::kFailed) parts_.metrics.messages_failed.Increment();
        const auto found = lanes_.find(result.lane);
        if (found == lanes_.end()) continue;
        if (result.verdict.fate == outbox::Fate::kWaits) {
            found->second.queue.PutBack(result.place, result.at, result.verdict.next_attempt_at);
        } else {
            found->second.queue.Remove(result.place);
            found->second.messages.erase(result.place);
            if (found->second.reading) found->second.ended.insert(result.place);
        }
    }
}

}  // namespace fairlead::delivery

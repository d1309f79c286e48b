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
    parts_.outbox.Record(std::move(sent), [this, some = std::move(some)](
                                              Result<std::vector<app::ChangedDuringAttempt>> changed) mutable {
        Post([this, some = std::move(some), changed = std::move(changed)] { OnRecorded(some, changed); });
    });
}

void Delivery::OnRecorded(const std::vector<app::AttemptResult>& results,
                          const Result<std::vector<app::ChangedDuringAttempt>>& changed) {
    recording_ = false;
    if (!changed) {
        results_.insert(results_.begin(), results.begin(), results.end());
        record_at_ = SteadyMicros() + kRetryRecordMicros;
        telemetry::LogWarn("attempts could not be recorded yet",
                           {{"reason", std::string_view(changed.error().message)}});
        return;
    }
    std::map<std::size_t, std::optional<Timestamp>> changes;
    for (const app::ChangedDuringAttempt& each : *changed) changes.emplace(each.attempt, each.round);
    for (std::size_t i = 0; i < results.size(); ++i) {
        const app::AttemptResult& result = results[i];
        const auto change = changes.find(i);
        const bool is_over = change == changes.end();
        if (result.verdict.pause) app::PauseDestination(parts_.manage_catalogue, result.lane, PauseReason(result));
        if (is_over && result.verdict.fate == outbox::Fate::kFailed) parts_.metrics.messages_failed.Increment();
        const auto found = lanes_.find(result.lane);
        if (found == lanes_.end()) continue;
        if (is_over) {
            OnOutcome(found->second, result);
        } else {
            OnChangedDuringAttempt(found->second, result.place, change->second);
        }
    }
}

void Delivery::OnOutcome(Sending& lane, const app::AttemptResult& result) {
    if (result.verdict.fate == outbox::Fate::kWaits) {
        lane.queue.PutBack(result.place, result.at, result.verdict.next_attempt_at);
        return;
    }
    Remove(lane, result.place);
}

// A replayed message keeps its place in the queue, so that later ones of its player do not overtake it.
void Delivery::OnChangedDuringAttempt(Sending& lane, const outbox::MessagePlace& place,
                                      std::optional<Timestamp> round) {
    if (!round) return Remove(lane, place);
    lane.queue.StartAgain(place, *round, Now());
    lane.ForgetWaits();
}

void Delivery::Remove(Sending& lane, const outbox::MessagePlace& place) {
    lane.queue.Remove(place);
    lane.messages.erase(place);
    if (lane.reading) lane.ended.insert(place);
}

}  // namespace fairlead::delivery

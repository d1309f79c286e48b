#include "delivery/delivery.hpp"

#include <algorithm>

#include "app/outbox/pause_destination.hpp"
#include "app/outbox/render_postback.hpp"
#include "domain/outbox/back_off.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::delivery {
namespace {

using app::LaneKey;

constexpr std::int64_t kLookEveryMicros = 1 * kMicrosPerSecond;
constexpr std::int64_t kTurnMicros = 20'000;
constexpr std::int64_t kLeaseMicros = 15 * kMicrosPerSecond;
constexpr std::int64_t kRenewEveryMicros = 4 * kMicrosPerSecond;
// A request may take so long, and must end before the lease: otherwise another node could send the same message.
constexpr std::int64_t kLeaseNeededMicros = 9 * kMicrosPerSecond;
constexpr std::int64_t kIdleMicros = 5 * kMicrosPerSecond;
constexpr std::int64_t kRetryRecordMicros = 1 * kMicrosPerSecond;
constexpr std::int64_t kStopMicros = 10 * kMicrosPerSecond;
constexpr std::size_t kWindow = 256;        // Messages of one destination in memory.
constexpr std::size_t kInFlightMax = 1024;  // Of all destinations.
constexpr std::size_t kUnrecordedMax = 5000;
constexpr std::size_t kResultsAtOnce = 1000;

std::string PauseReason(const app::AttemptResult& result) {
    if (result.status == 410) return "the receiver answered 410: it does not want these messages any more";
    const std::string last = result.error.empty() ? "status " + std::to_string(result.status) : result.error;
    return "no message was accepted for a day. The last attempt: " + last;
}

}  // namespace

void Delivery::Start() {
    parts_.outbox.OnMessages([this](OperatorId) { Post([this] { look_at_ = 0; }); });
    thread_ = std::jthread([this](const std::stop_token& stop) {
        telemetry::NameThisThread("delivery");
        Run(stop);
    });
}

void Delivery::Stop() {
    if (!thread_.joinable()) return;
    parts_.outbox.OnMessages({});
    thread_.request_stop();
    thread_.join();
}

void Delivery::Post(std::move_only_function<void()> note) {
    {
        const std::lock_guard lock(mutex_);
        notes_.push_back(std::move(note));
    }
    noted_.notify_one();
}

void Delivery::Run(const std::stop_token& stop) {
    const auto turn = [&] {
        RunNotes();
        catalogue_ = parts_.catalogue.Current();
        if (!stop.stop_requested()) {
            Look();
            RenewLeases();
            Pump();
            DropIdle();
        }
        RecordResults();
    };
    std::int64_t ends_at = 0;
    while (true) {
        telemetry::RunGuarded("delivery", turn);
        if (stop.stop_requested()) {
            if (ends_at == 0) ends_at = SteadyMicros() + kStopMicros;
            const bool idle = in_flight_ == 0 && !looking_ && leasing_.empty() && !recording_ && results_.empty() &&
                              std::ranges::none_of(lanes_, [](const auto& lane) { return lane.second.reading; });
            if (idle || SteadyMicros() > ends_at) break;
        }
        std::unique_lock lock(mutex_);
        noted_.wait_for(lock, std::chrono::microseconds(kTurnMicros), [&] { return !notes_.empty(); });
    }
    std::vector<LaneKey> leased;
    for (const auto& [key, lane] : lanes_) leased.push_back(key);
    if (!leased.empty()) parts_.outbox.Release(std::move(leased), [](const Status&) {});
}

void Delivery::RunNotes() {
    std::vector<std::move_only_function<void()>> notes;
    {
        const std::lock_guard lock(mutex_);
        notes.swap(notes_);
    }
    for (auto& note : notes) note();
}

const outbox::Postback* Delivery::FindActive(const LaneKey& key) {
    const auto& entries = catalogue_->entries();
    const auto owner = entries.find(key.owner);
    const auto* postback = owner == entries.end() ? nullptr : owner->second->FindPostback(key.destination);
    return postback != nullptr && postback->status == outbox::DestinationStatus::kActive ? postback : nullptr;
}

// Looks for messages of destinations that this node does not send to, or has nothing of. The others are read again.
void Delivery::Look() {
    const std::int64_t now = SteadyMicros();
    if (looking_ || now < look_at_) return;
    look_at_ = now + kLookEveryMicros;
    std::vector<LaneKey> unknown;
    for (const auto& [owner, entry] : catalogue_->entries()) {
        for (const outbox::Postback& postback : entry->records.postbacks) {
            const LaneKey key{owner, postback.id};
            if (postback.status != outbox::DestinationStatus::kActive || leasing_.contains(key)) continue;
            const auto known = lanes_.find(key);
            const bool idle = known == lanes_.end() || (known->second.queue.empty() && !known->second.reading);
            if (idle) {
                unknown.push_back(key);
            } else {
                known->second.maybe_more = true;
            }
        }
    }
    if (unknown.empty()) return;
    looking_ = true;
    parts_.outbox.FindWaiting(std::move(unknown), [this](Result<std::vector<LaneKey>> found) {
        Post([this, found = std::move(found)] { OnFound(found); });
    });
}

void Delivery::OnFound(const Result<std::vector<LaneKey>>& found) {
    looking_ = false;
    if (!found) return;
    std::vector<LaneKey> wanted;
    for (const LaneKey& key : *found) {
        const auto known = lanes_.find(key);
        if (known == lanes_.end()) {
            wanted.push_back(key);
        } else {
            known->second.maybe_more = true;
        }
    }
    if (!wanted.empty()) Lease(std::move(wanted));
}

void Delivery::Lease(std::vector<LaneKey> lanes) {
    const std::int64_t asked_at = SteadyMicros();
    leasing_.insert(lanes.begin(), lanes.end());
    parts_.outbox.Lease(std::move(lanes), kLeaseMicros, [this, asked_at](Result<std::vector<app::LeasedLane>> leased) {
        Post([this, asked_at, leased = std::move(leased)] { OnLeased(leased, asked_at); });
    });
}

void Delivery::OnLeased(const Result<std::vector<app::LeasedLane>>& leased, std::int64_t asked_at) {
    leasing_.clear();
    if (!leased) return;
    for (const app::LeasedLane& lane : *leased) {
        const auto [place, is_new] = lanes_.try_emplace(lane.key);
        place->second.leased_until = asked_at + kLeaseMicros;
        if (is_new) place->second.health = lane.health;
    }
}

void Delivery::RenewLeases() {
    const std::int64_t now = SteadyMicros();
    if (now < renew_at_ || !leasing_.empty() || lanes_.empty()) return;
    renew_at_ = now + kRenewEveryMicros;
    std::vector<LaneKey> lanes;
    for (const auto& [key, lane] : lanes_) lanes.push_back(key);
    Lease(std::move(lanes));
}

void Delivery::Pump() {
    for (auto& [key, lane] : lanes_) {
        if (FindActive(key) == nullptr) continue;
        ReadMore(key, lane);
        SendDue(key, lane);
    }
}

void Delivery::ReadMore(const LaneKey& key, Sending& lane) {
    if (lane.reading || !lane.maybe_more || lane.queue.size() > kWindow / 2) return;
    lane.reading = true;
    parts_.outbox.ReadWaiting(
        key, lane.queue.last(), kWindow - lane.queue.size(),
        [this, key](Result<std::vector<app::WaitingMessage>> messages) {
            Post([this, key, messages = std::move(messages)]() mutable { OnRead(key, std::move(messages)); });
        });
}

void Delivery::OnRead(const LaneKey& key, Result<std::vector<app::WaitingMessage>> messages) {
    const auto found = lanes_.find(key);
    if (found == lanes_.end()) return;
    Sending& lane = found->second;
    lane.reading = false;
    if (!messages) return;
    lane.maybe_more = !messages->empty();
    for (app::WaitingMessage& message : *messages) {
        lane.queue.Add(message.queued);
        lane.messages.try_emplace(message.queued.place, std::move(message));
    }
}

void Delivery::SendDue(const LaneKey& key, Sending& lane) {
    if (lane.leased_until - SteadyMicros() < kLeaseNeededMicros || results_.size() > kUnrecordedMax) return;
    const Timestamp now = Now();
    const int allowed = lane.health.AllowedAt(now) - static_cast<int>(lane.queue.in_flight());
    const std::size_t room = kInFlightMax - std::min(kInFlightMax, in_flight_);
    if (allowed <= 0 || room == 0) return;
    for (const auto& message : lane.queue.Take(now, std::min(static_cast<std::size_t>(allowed), room))) {
        Send(key, lane, message);
    }
}

void Delivery::Send(const LaneKey& key, Sending& lane, const outbox::QueuedMessage& message) {
    const auto owner = catalogue_->Find(key.owner);
    const MessageId id = outbox::MessageIdOf(key.destination, message.place);
    const app::RenderContext context{*owner, parts_.alias_key};
    auto request =
        app::RenderPostback(*FindActive(key), app::ValuesOf(context, lane.messages.at(message.place), id), id);
    ++in_flight_;
    const Timestamp at = Now();
    std::string address = app::MaskSecrets(request.url);
    parts_.sender.Send(std::move(request),
                       [this, key, message, at, address = std::move(address)](app::OutgoingAnswer answer) mutable {
                           Post([this, key, message, at, address = std::move(address), answer = std::move(answer)] {
                               OnAnswer(key, message, address, at, answer);
                           });
                       });
}

void Delivery::OnAnswer(const LaneKey& key, const outbox::QueuedMessage& message, const std::string& address,
                        Timestamp at, const app::OutgoingAnswer& answer) {
    --in_flight_;
    const auto found = lanes_.find(key);
    if (found == lanes_.end()) return;
    Sending& lane = found->second;
    const Timestamp now = Now();
    const bool was_probing = lane.health.IsProbing();
    const outbox::Answer judged{.status = answer.status,
                                .retry_after_micros = outbox::ReadRetryAfter(answer.retry_after, now)};
    const outbox::Verdict verdict = outbox::Judge(judged, message, now, Chance(), lane.health);
    // A person who resumes the destination gives it a new day.
    if (verdict.pause) lane.health = {};
    if (judged.IsSuccess()) {
        parts_.metrics.messages_delivered.Increment();
        if (was_probing) lane.queue.MakeAllDue(now);
    } else {
        parts_.metrics.delivery_attempts_failed.Increment();
    }
    results_.push_back({.lane = key,
                        .place = message.place,
                        .at = at,
                        .status = answer.status,
                        .duration_ms = answer.duration_ms,
                        .error = answer.error,
                        .address = address,
                        .answer = answer.body,
                        .verdict = verdict,
                        .health = lane.health});
}

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
            found->second.queue.PutBack(result.place, result.verdict.next_attempt_at);
        } else {
            found->second.queue.Remove(result.place);
            found->second.messages.erase(result.place);
        }
    }
}

// Gives up the lease of destinations that have nothing to send, are paused, or whose lease is lost.
void Delivery::DropIdle() {
    const std::int64_t now = SteadyMicros();
    std::vector<LaneKey> released;
    for (auto place = lanes_.begin(); place != lanes_.end();) {
        auto& [key, lane] = *place;
        const bool busy = lane.reading || lane.queue.in_flight() > 0;
        const bool has_work = FindActive(key) != nullptr && (!lane.queue.empty() || lane.maybe_more);
        if (has_work) lane.idle_since = 0;
        if (!has_work && lane.idle_since == 0) lane.idle_since = now;
        const bool idle = !has_work && now - lane.idle_since > kIdleMicros;
        const bool inactive = FindActive(key) == nullptr;
        if (busy || !(idle || inactive || now > lane.leased_until)) {
            ++place;
            continue;
        }
        released.push_back(key);
        place = lanes_.erase(place);
    }
    if (!released.empty()) parts_.outbox.Release(std::move(released), [](const Status&) {});
}

}  // namespace fairlead::delivery

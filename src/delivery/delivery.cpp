#include "delivery/delivery.hpp"

#include <algorithm>
#include <utility>

#include "domain/outbox/back_off.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::delivery {
namespace {

using app::LaneKey;

constexpr std::int64_t kLookEveryMicros = 1 * kMicrosPerSecond;
constexpr std::int64_t kTurnMicros = 20'000;
// A turn looks at every destination. Notes that arrive shortly after each other share one.
constexpr std::int64_t kTurnLeastMicros = 2'000;
// A destination whose waiting messages were all read is read again after this time, so that a read finds many messages
// while many are written.
constexpr std::int64_t kReadAgainMicros = 50'000;
constexpr std::int64_t kLeaseMicros = 15 * kMicrosPerSecond;
constexpr std::int64_t kRenewEveryMicros = 4 * kMicrosPerSecond;
// A request may take this long, and must end before the lease: otherwise another node could send the same message.
// Mails and files of reports may take longer. They go on as long as their lease is renewed (`ends_by`).
constexpr std::int64_t kLeaseNeededMicros = 9 * kMicrosPerSecond;
constexpr std::int64_t kMeasureEveryMicros = 5 * kMicrosPerSecond;
constexpr std::int64_t kFailingMicros = 600 * kMicrosPerSecond;
constexpr std::int64_t kIdleMicros = 5 * kMicrosPerSecond;
constexpr std::int64_t kStopMicros = 10 * kMicrosPerSecond;
// After this time without a success, an answer means that the destination works again.
constexpr std::int64_t kOutageMicros = 60 * kMicrosPerSecond;
// How often a queue that is not empty is compared with the ledger: a person may have replayed earlier messages.
constexpr std::int64_t kRereadMicros = 30 * kMicrosPerSecond;
constexpr std::size_t kWindow = 256;          // Messages of one destination in memory that could be sent now.
constexpr std::size_t kLaneMax = 10'000;      // All messages of one destination in memory.
constexpr std::size_t kHeldMax = 200'000;     // Messages of all destinations in memory.
constexpr std::size_t kInFlightMax = 1024;    // Messages of all destinations that are being sent.
constexpr std::size_t kMailsInFlightMax = 4;  // Mail servers refuse clients with many connections.
constexpr std::size_t kUnrecordedMax = 5000;

}  // namespace

void Delivery::Start() {
    parts_.outbox.OnMessages(
        [this](OperatorId owner, const app::StoredMessages& stored) { NoteStored(owner, stored); });
    thread_ = std::jthread([this](const std::stop_token& stop) {
        telemetry::NameThisThread("delivery");
        telemetry::LowerThreadPriority();
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

// Many commits may come before the thread gets CPU time. Their destinations are collected, so they need little memory.
void Delivery::NoteStored(OperatorId owner, const app::StoredMessages& stored) {
    {
        const std::lock_guard lock(mutex_);
        app::StoredMessages& noted = stored_[owner];
        noted.destinations.insert(stored.destinations.begin(), stored.destinations.end());
        noted.replayed = noted.replayed || stored.replayed;
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
            Measure();
        }
        RecordResults();
    };
    std::int64_t ends_at = 0;
    while (true) {
        const auto began = std::chrono::steady_clock::now();
        telemetry::RunGuarded("delivery", turn);
        if (stop.stop_requested()) {
            if (ends_at == 0) ends_at = SteadyMicros() + kStopMicros;
            const bool idle = in_flight_ == 0 && !looking_ && leasing_.empty() && releasing_.empty() && !recording_ &&
                              results_.empty() &&
                              std::ranges::none_of(lanes_, [](const auto& lane) { return lane.second.reading; });
            if (idle || SteadyMicros() > ends_at) break;
        }
        std::this_thread::sleep_until(began + std::chrono::microseconds(kTurnLeastMicros));
        std::unique_lock lock(mutex_);
        noted_.wait_for(lock, std::chrono::microseconds(kTurnMicros),
                        [&] { return !notes_.empty() || !stored_.empty(); });
    }
    std::vector<LaneKey> leased;
    for (const auto& [key, lane] : lanes_) {
        // What is still being sent ends with the sender. Until its lease ends, no other node sends it.
        if (lane.queue.in_flight() == 0) leased.push_back(key);
    }
    if (!leased.empty()) parts_.outbox.Release(std::move(leased), [](const Status&) {});
}

void Delivery::RunNotes() {
    std::vector<std::move_only_function<void()>> notes;
    std::map<OperatorId, app::StoredMessages> stored;
    {
        const std::lock_guard lock(mutex_);
        notes.swap(notes_);
        stored.swap(stored_);
    }
    for (const auto& [owner, messages] : stored) OnStored(owner, messages);
    // A note that throws must not prevent the others.
    for (auto& note : notes) telemetry::RunGuarded("delivery", note);
}

bool Delivery::Sends(const app::DestinationState& state) const {
    return state.Sends() && (state.kind != outbox::DestinationKind::kMail || parts_.mail != nullptr);
}

std::optional<app::DestinationState> Delivery::FindActive(const LaneKey& key) const {
    const auto& entries = catalogue_->entries();
    const auto owner = entries.find(key.owner);
    auto state = owner == entries.end() ? std::nullopt : app::FindDestination(*owner->second, key.destination);
    return state && Sends(*state) ? state : std::nullopt;
}

// A commit of this node: its destinations need not be searched for.
void Delivery::OnStored(OperatorId owner, const app::StoredMessages& stored) {
    std::vector<LaneKey> wanted;
    for (const DestinationId destination : stored.destinations) {
        const LaneKey key{owner, destination};
        const auto known = lanes_.find(key);
        if (known != lanes_.end()) {
            known->second.maybe_more = true;
            // A replayed message can be earlier than those in the queue.
            if (stored.replayed) known->second.reread_at = 0;
        } else if (catalogue_ && !IsPending(key) && FindActive(key)) {
            wanted.push_back(key);
        }
    }
    if (!wanted.empty()) Lease(std::move(wanted));
}

// Looks for waiting messages of destinations that this node does not send to, or whose queue is empty. Other
// destinations are read again.
void Delivery::Look() {
    const std::int64_t now = SteadyMicros();
    if (looking_ || now < look_at_) return;
    look_at_ = now + kLookEveryMicros;
    std::vector<LaneKey> unknown;
    for (const auto& [owner, entry] : catalogue_->entries()) {
        app::ForEachDestination(*entry, [&](DestinationId id, const app::DestinationState& state) {
            const LaneKey key{owner, id};
            if (!Sends(state) || IsPending(key)) return;
            const auto known = lanes_.find(key);
            const bool idle = known == lanes_.end() || (known->second.queue.empty() && !known->second.reading);
            if (idle) {
                unknown.push_back(key);
            } else {
                known->second.maybe_more = true;
            }
        });
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
        if (known != lanes_.end()) {
            // Its queue was empty: another node may have replayed messages.
            known->second.reread_at = 0;
        } else if (!IsPending(key)) {
            wanted.push_back(key);
        }
    }
    if (!wanted.empty()) Lease(std::move(wanted));
}

void Delivery::Lease(std::vector<LaneKey> lanes) {
    leasing_.insert(lanes.begin(), lanes.end());
    const std::int64_t until = BootMicros() + kLeaseMicros;
    auto asked = lanes;
    parts_.outbox.Lease(std::move(lanes), kLeaseMicros,
                        [this, until, asked = std::move(asked)](Result<std::vector<app::LeasedLane>> leased) mutable {
                            Post([this, until, asked = std::move(asked), leased = std::move(leased)] {
                                OnLeased(asked, leased, until);
                            });
                        });
}

void Delivery::OnLeased(const std::vector<LaneKey>& asked, const Result<std::vector<app::LeasedLane>>& leased,
                        std::int64_t until) {
    for (const LaneKey& key : asked) leasing_.erase(key);
    if (!leased) return;
    std::set<LaneKey> refused(asked.begin(), asked.end());
    for (const app::LeasedLane& lane : *leased) {
        refused.erase(lane.key);
        Sending& sending = lanes_[lane.key];
        // The ledger sees what no clock of this machine shows: a virtual machine that was paused. The clock shows a
        // lease that was taken after another node had it, if the answer about it was lost.
        const bool was_lost = !lane.is_renewal || BootMicros() > *sending.leased_until;
        if (was_lost) sending.StartOver(lane.health);
        *sending.leased_until = until;
    }
    for (const LaneKey& key : refused) {
        const auto known = lanes_.find(key);
        if (known != lanes_.end()) *known->second.leased_until = 0;
    }
}

void Delivery::Sending::StartOver(const outbox::LaneHealth& stored) {
    for (const outbox::MessagePlace& place : queue.RemoveWaiting()) messages.erase(place);
    health = stored;
    // Mails and files of the lost lease end.
    *leased_until = 0;
    leased_until = std::make_shared<std::atomic<std::int64_t>>(0);
    reread_at = SteadyMicros() + kRereadMicros;
    read_to.reset();
    read_is_old = reading;
    read_at = 0;
    maybe_more = true;
}

void Delivery::RenewLeases() {
    const std::int64_t now = SteadyMicros();
    if (now < renew_at_ || lanes_.empty()) return;
    renew_at_ = now + kRenewEveryMicros;
    std::vector<LaneKey> lanes;
    for (const auto& [key, lane] : lanes_) {
        if (!IsPending(key)) lanes.push_back(key);
    }
    if (!lanes.empty()) Lease(std::move(lanes));
}

void Delivery::Release(std::vector<LaneKey> lanes) {
    releasing_.insert(lanes.begin(), lanes.end());
    auto asked = lanes;
    parts_.outbox.Release(std::move(lanes), [this, asked = std::move(asked)](const Status&) mutable {
        Post([this, asked = std::move(asked)] {
            for (const LaneKey& key : asked) releasing_.erase(key);
        });
    });
}

// Begins after the destination that was served last, so that the first destinations do not take all connections.
void Delivery::Pump() {
    held_ = 0;
    for (const auto& [key, lane] : lanes_) held_ += lane.queue.size();
    const auto middle = lanes_.upper_bound(pumped_last_);
    for (auto place = middle; place != lanes_.end(); ++place) PumpOne(place->first, place->second);
    for (auto place = lanes_.begin(); place != middle; ++place) PumpOne(place->first, place->second);
}

void Delivery::PumpOne(const LaneKey& key, Sending& lane) {
    if (!FindActive(key)) return;
    ReadMore(key, lane);
    SendDue(key, lane);
}

// Reads more messages of a destination that answers until enough of them can be sent now, so that refused messages do
// not hold back the others. If the destination does not answer, one window is enough.
void Delivery::ReadMore(const LaneKey& key, Sending& lane) {
    const std::int64_t now = SteadyMicros();
    if (lane.reading || now < lane.read_at) return;
    if (now >= lane.reread_at) {
        lane.reread_at = now + kRereadMicros;
        lane.read_to.reset();
        lane.maybe_more = true;
    }
    const std::size_t most = lane.health.IsProbing() ? kWindow : kLaneMax;
    const bool full = lane.queue.size() >= most || (held_ >= kHeldMax && !lane.queue.empty());
    const std::size_t ready = lane.queue.CountDue(Now(), kWindow) + lane.queue.busy();
    // The first messages are read even if the queue is full: a person may have replayed them.
    if (!lane.maybe_more || (lane.read_to && (full || ready > kWindow / 2))) return;
    lane.reading = true;
    lane.maybe_more = false;
    lane.ended.clear();
    parts_.outbox.ReadWaiting(
        key, lane.read_to, kWindow, [this, key](Result<std::vector<app::WaitingMessage>> messages) {
            Post([this, key, messages = std::move(messages)]() mutable { OnRead(key, std::move(messages)); });
        });
}

void Delivery::OnRead(const LaneKey& key, Result<std::vector<app::WaitingMessage>> messages) {
    const auto found = lanes_.find(key);
    if (found == lanes_.end()) return;
    Sending& lane = found->second;
    const bool is_old = std::exchange(lane.read_is_old, false);
    lane.reading = false;
    lane.read_at = SteadyMicros() + kReadAgainMicros;
    if (!messages || is_old) return;
    if (messages->size() == kWindow) {
        lane.maybe_more = true;
        lane.read_at = 0;
    }
    if (!messages->empty()) lane.read_to = messages->back().queued.place;
    for (app::WaitingMessage& message : *messages) {
        if (!lane.ended.contains(message.queued.place)) Enqueue(key, lane, std::move(message));
    }
    lane.ended.clear();
}

// A message that waited while its destination was paused is due at once, and has three days from then on.
void Delivery::Enqueue(const LaneKey& key, Sending& lane, app::WaitingMessage message) {
    outbox::QueuedMessage& queued = message.queued;
    const bool replayed = queued.started_at > queued.place.created_at;
    const auto state = FindActive(key);
    if (state && state->resumed_at && *state->resumed_at > queued.started_at) {
        queued.started_at = *state->resumed_at;
        queued.due_at = std::min(queued.due_at, *state->resumed_at);
    }
    if (!lane.queue.Add(queued)) return;
    if (replayed) lane.ForgetWaits();
    const auto place = queued.place;
    lane.messages.insert_or_assign(place, std::move(message));
}

void Delivery::ForgetOldFailures(const LaneKey& key, outbox::LaneHealth& health) const {
    const auto state = FindActive(key);
    if (state && state->resumed_at && health.failing_since && *health.failing_since < *state->resumed_at) health = {};
}

bool Delivery::HasLeaseToSend(const Sending& lane) { return *lane.leased_until - BootMicros() >= kLeaseNeededMicros; }

std::size_t Delivery::RoomFor(const LaneKey& key, const Sending& lane, Timestamp now) const {
    if (!HasLeaseToSend(lane) || results_.size() > kUnrecordedMax) return 0;
    const int allowed = lane.health.AllowedAt(now) - static_cast<int>(lane.queue.in_flight());
    std::size_t room = kInFlightMax - std::min(kInFlightMax, in_flight_);
    if (IsMail(key)) room = std::min(room, kMailsInFlightMax - std::min(kMailsInFlightMax, mails_in_flight_));
    room = std::min(room, RoomForReports(key));
    return std::min(static_cast<std::size_t>(std::max(allowed, 0)), room);
}

void Delivery::OnAnswer(const LaneKey& key, const outbox::QueuedMessage& message, const std::string& address,
                        Timestamp at, const app::OutgoingAnswer& answer) {
    --in_flight_;
    const bool is_mail = IsMail(key);
    if (is_mail) --mails_in_flight_;
    reports_in_flight_.erase(key);
    const auto found = lanes_.find(key);
    if (found == lanes_.end()) return;
    Sending& lane = found->second;
    const Timestamp now = Now();
    lane.queue.Answered(message.place);
    const auto failing_since = lane.health.failing_since;
    const outbox::Answer judged{.status = answer.status,
                                .retry_after_micros = outbox::ReadRetryAfter(answer.retry_after, now),
                                .is_about_message = answer.is_final || (is_mail && answer.status != 0),
                                .is_final = answer.is_final,
                                .may_pause = !is_mail};
    const outbox::Verdict verdict = outbox::Judge(judged, message, now, Chance(), lane.health);
    if (judged.IsSuccess()) {
        parts_.metrics.messages_delivered.Increment();
        const bool was_down = failing_since && now.micros - failing_since->micros >= kOutageMicros;
        if (was_down) lane.queue.MakeDueAgain(*failing_since, now);
    } else {
        parts_.metrics.delivery_attempts_failed.Increment();
    }
    results_.push_back({.lane = key,
                        .place = message.place,
                        .round = message.round,
                        .at = at,
                        .status = answer.status,
                        .duration_ms = answer.duration_ms,
                        .error = answer.error,
                        .address = address,
                        .answer = answer.body,
                        .verdict = verdict,
                        .health = lane.health});
}

// Gives up the lease of destinations that have nothing to send, are paused, or whose lease is lost.
void Delivery::DropIdle() {
    const std::int64_t now = SteadyMicros();
    std::vector<LaneKey> released;
    for (auto place = lanes_.begin(); place != lanes_.end();) {
        auto& [key, lane] = *place;
        const bool active = FindActive(key).has_value();
        const bool has_work = active && (!lane.queue.empty() || lane.maybe_more);
        if (has_work) lane.idle_since = 0;
        if (!has_work && lane.idle_since == 0) lane.idle_since = now;
        const bool idle = !has_work && now - lane.idle_since > kIdleMicros;
        // An answer about the lease that is on its way must find the lane.
        const bool busy = lane.reading || lane.queue.busy() > 0 || leasing_.contains(key);
        if (busy || !(idle || !active || BootMicros() > *lane.leased_until)) {
            ++place;
            continue;
        }
        released.push_back(key);
        place = lanes_.erase(place);
    }
    if (!released.empty()) Release(std::move(released));
}

void Delivery::Measure() {
    const std::int64_t now = SteadyMicros();
    if (now < measure_at_) return;
    measure_at_ = now + kMeasureEveryMicros;
    std::size_t paused = 0;
    for (const auto& [owner, entry] : catalogue_->entries()) {
        app::ForEachDestination(*entry, [&](DestinationId, const app::DestinationState& state) {
            if (state.status == outbox::DestinationStatus::kPaused) ++paused;
        });
    }
    const Timestamp long_ago{Now().micros - kFailingMicros};
    const auto failing = std::ranges::count_if(lanes_, [&](const auto& lane) {
        const auto& since = lane.second.health.failing_since;
        return since && *since < long_ago;
    });
    parts_.metrics.destinations_paused.Set(static_cast<double>(paused));
    parts_.metrics.destinations_failing.Set(static_cast<double>(failing));
    parts_.metrics.messages_held.Set(static_cast<double>(held_));
}

}  // namespace fairlead::delivery

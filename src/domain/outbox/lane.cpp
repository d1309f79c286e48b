#include "domain/outbox/lane.hpp"

#include <algorithm>

#include "domain/outbox/back_off.hpp"

namespace fairlead::outbox {
namespace {

constexpr int kAllowanceMax = 32;
// After this many failures in a row, only one message at a time is sent, after longer and longer waits.
constexpr int kProbeFrom = 3;
constexpr int kGone = 410;

// Whether a person has replayed the message, or made its destination active, since the other one was read.
bool IsLater(const QueuedMessage& message, const QueuedMessage& other) {
    return std::pair(message.round, message.started_at) > std::pair(other.round, other.started_at);
}

}  // namespace

bool LaneHealth::IsProbing() const { return failures >= kProbeFrom; }

int LaneHealth::AllowedAt(Timestamp now) const {
    if (now < next_try_at || now < left_alone_until) return 0;
    return IsProbing() ? 1 : allowance;
}

void LaneHealth::OnSuccess() {
    failures = 0;
    failing_since.reset();
    next_try_at = {};
    allowance = std::min(allowance + 1, kAllowanceMax);
}

void LaneHealth::OnFailure(Timestamp now, double chance) {
    if (!failing_since) failing_since = now;
    // Messages that were in flight together fail together. They count as one failure, because otherwise the next wait
    // would be hours.
    if (now < next_try_at) return;
    ++failures;
    allowance = std::max(1, allowance / 2);
    if (IsProbing()) next_try_at = Timestamp{now.micros + WaitAfter(failures - kProbeFrom + 1, chance)};
}

Verdict Judge(const Answer& answer, const QueuedMessage& message, Timestamp now, double chance, LaneHealth& health) {
    if (answer.IsSuccess()) {
        health.OnSuccess();
        return {.fate = Fate::kDelivered, .next_attempt_at = {}};
    }
    if (answer.is_about_message) {
        health.OnSuccess();
    } else {
        health.OnFailure(now, chance);
    }
    if (answer.is_final) return {.fate = Fate::kFailed, .next_attempt_at = now};
    std::int64_t wait = WaitAfter(message.failures + 1, chance);
    if (answer.retry_after_micros) {
        wait = std::max(wait, *answer.retry_after_micros);
        health.left_alone_until = std::max(health.left_alone_until, Timestamp{now.micros + *answer.retry_after_micros});
    }
    const bool is_down = health.failing_since && now.micros - health.failing_since->micros >= kPauseAfterMicros;
    const bool pause = answer.may_pause && (answer.status == kGone || is_down);
    const bool too_late = now.micros + wait - message.started_at.micros > kTryForMicros;
    // The messages of a paused destination wait until a person resumes it.
    const Fate fate = too_late && !pause ? Fate::kFailed : Fate::kWaits;
    return {.fate = fate, .next_attempt_at = Timestamp{now.micros + wait}, .pause = pause};
}

bool Lane::Add(const QueuedMessage& message) {
    const auto known = entries_.find(message.place);
    if (known != entries_.end()) {
        Entry& entry = known->second;
        if (entry.state != State::kWaiting || !IsLater(message, entry.message)) return false;
        Hide(entry.message);
        entry.message = message;
        Show(message);
        return true;
    }
    if (message.player) Hide(message);
    entries_.emplace(message.place, Entry{.message = message});
    if (message.player) players_[*message.player].places.insert(message.place);
    Show(message);
    return true;
}

std::vector<QueuedMessage> Lane::Take(Timestamp now, std::size_t count) {
    std::vector<QueuedMessage> taken;
    while (taken.size() < count && !next_.empty() && next_.begin()->first <= now) {
        Entry& entry = entries_.at(next_.begin()->second);
        Hide(entry.message);
        entry.state = State::kSending;
        if (entry.message.player) players_[*entry.message.player].busy = true;
        ++in_flight_;
        ++busy_;
        taken.push_back(entry.message);
    }
    return taken;
}

void Lane::Answered(const MessagePlace& place) {
    const auto found = entries_.find(place);
    if (found == entries_.end() || found->second.state != State::kSending) return;
    found->second.state = State::kAnswered;
    --in_flight_;
}

// The message is no longer being sent. Its player has no message in `next_` after this.
void Lane::End(Entry& entry) {
    if (entry.state == State::kWaiting) {
        Hide(entry.message);
        return;
    }
    if (entry.state == State::kSending) --in_flight_;
    --busy_;
    entry.state = State::kWaiting;
    if (entry.message.player) players_[*entry.message.player].busy = false;
}

void Lane::Remove(const MessagePlace& place) {
    const auto found = entries_.find(place);
    if (found == entries_.end()) return;
    End(found->second);
    const QueuedMessage message = found->second.message;
    entries_.erase(found);
    if (!message.player) return;
    OfPlayer& own = players_[*message.player];
    own.places.erase(place);
    if (own.places.empty()) {
        players_.erase(*message.player);
    } else {
        Show(message);
    }
}

std::vector<MessagePlace> Lane::RemoveWaiting() {
    std::vector<MessagePlace> places;
    for (const auto& [place, entry] : entries_) {
        if (entry.state == State::kWaiting) places.push_back(place);
    }
    for (const MessagePlace& place : places) Remove(place);
    return places;
}

void Lane::PutBack(const MessagePlace& place, Timestamp tried_at, Timestamp due_at) {
    const auto found = entries_.find(place);
    if (found == entries_.end()) return;
    Entry& entry = found->second;
    End(entry);
    entry.tried_at = tried_at;
    entry.message.due_at = due_at;
    ++entry.message.failures;
    Show(entry.message);
}

void Lane::StartAgain(const MessagePlace& place, Timestamp round, Timestamp now) {
    const auto found = entries_.find(place);
    if (found == entries_.end()) return;
    Entry& entry = found->second;
    End(entry);
    entry.message.round = entry.message.started_at = round;
    entry.message.due_at = now;
    entry.message.failures = 0;
    Show(entry.message);
}

void Lane::MakeDueAgain(Timestamp failing_since, Timestamp now) {
    for (auto& [place, entry] : entries_) {
        const bool in_outage = !entry.tried_at || *entry.tried_at >= failing_since;
        if (entry.state != State::kWaiting || entry.message.due_at <= now || !in_outage) continue;
        Hide(entry.message);
        entry.message.due_at = now;
        Show(entry.message);
    }
}

const QueuedMessage* Lane::NextOf(const QueuedMessage& message) const {
    if (!message.player) return &message;
    const auto own = players_.find(*message.player);
    if (own == players_.end() || own->second.busy || own->second.places.empty()) return nullptr;
    return &entries_.at(*own->second.places.begin()).message;
}

void Lane::Show(const QueuedMessage& message) {
    if (const auto* next = NextOf(message)) next_.emplace(next->due_at, next->place);
}

void Lane::Hide(const QueuedMessage& message) {
    if (const auto* next = NextOf(message)) next_.erase({next->due_at, next->place});
}

std::size_t Lane::CountDue(Timestamp now, std::size_t most) const {
    std::size_t count = 0;
    for (auto each = next_.begin(); each != next_.end() && each->first <= now && count < most; ++each) ++count;
    return count;
}

}  // namespace fairlead::outbox

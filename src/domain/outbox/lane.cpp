#include "domain/outbox/lane.hpp"

#include <algorithm>
#include <unordered_set>

#include "domain/outbox/back_off.hpp"

namespace fairlead::outbox {
namespace {

constexpr int kAllowanceMax = 32;
// After so many failures in a row, only one message at a time is sent, and it waits longer and longer.
constexpr int kProbeFrom = 3;
constexpr int kGone = 410;

}  // namespace

bool LaneHealth::IsProbing() const { return failures >= kProbeFrom; }

int LaneHealth::AllowedAt(Timestamp now) const {
    if (now < next_try_at) return 0;
    return IsProbing() ? 1 : allowance;
}

void LaneHealth::OnSuccess() {
    failures = 0;
    failing_since.reset();
    next_try_at = {};
    allowance = std::min(allowance + 1, kAllowanceMax);
}

void LaneHealth::OnFailure(Timestamp now, double chance) {
    ++failures;
    if (!failing_since) failing_since = now;
    allowance = std::max(1, allowance / 2);
    if (IsProbing()) next_try_at = Timestamp{now.micros + WaitAfter(failures - kProbeFrom + 1, chance)};
}

Verdict Judge(const Answer& answer, const QueuedMessage& message, Timestamp now, double chance, LaneHealth& health) {
    if (answer.IsSuccess()) {
        health.OnSuccess();
        return {.fate = Fate::kDelivered, .next_attempt_at = {}};
    }
    health.OnFailure(now, chance);
    std::int64_t wait = WaitAfter(message.failures + 1, chance);
    if (answer.retry_after_micros) {
        wait = std::max(wait, *answer.retry_after_micros);
        health.next_try_at = std::max(health.next_try_at, Timestamp{now.micros + *answer.retry_after_micros});
    }
    const bool pause = answer.status == kGone || now.micros - health.failing_since->micros >= kPauseAfterMicros;
    const bool too_late = now.micros + wait - message.started_at.micros > kTryForMicros;
    // The messages of a paused destination wait until a person resumes it.
    const Fate fate = too_late && !pause ? Fate::kFailed : Fate::kWaits;
    return {.fate = fate, .next_attempt_at = Timestamp{now.micros + wait}, .pause = pause};
}

void Lane::Add(const QueuedMessage& message) { entries_.try_emplace(message.place, Entry{message}); }

std::vector<QueuedMessage> Lane::Take(Timestamp now, std::size_t count) {
    std::vector<QueuedMessage> taken;
    std::unordered_set<PlayerId> earlier;  // Players with a message before this one.
    for (auto& [place, entry] : entries_) {
        if (taken.size() == count) break;
        const auto& player = entry.message.player;
        if (player && !earlier.insert(*player).second) continue;
        if (entry.sending || entry.message.due_at > now) continue;
        entry.sending = true;
        ++in_flight_;
        taken.push_back(entry.message);
    }
    return taken;
}

void Lane::Remove(const MessagePlace& place) {
    const auto found = entries_.find(place);
    if (found == entries_.end()) return;
    if (found->second.sending) --in_flight_;
    entries_.erase(found);
}

void Lane::PutBack(const MessagePlace& place, Timestamp due_at) {
    const auto found = entries_.find(place);
    if (found == entries_.end()) return;
    if (found->second.sending) --in_flight_;
    found->second.sending = false;
    found->second.message.due_at = due_at;
    ++found->second.message.failures;
}

void Lane::MakeAllDue(Timestamp now) {
    for (auto& [place, entry] : entries_) entry.message.due_at = std::min(entry.message.due_at, now);
}

std::optional<MessagePlace> Lane::last() const {
    return entries_.empty() ? std::nullopt : std::optional(entries_.rbegin()->first);
}

std::optional<Timestamp> Lane::NextDue() const {
    std::optional<Timestamp> next;
    for (const auto& [place, entry] : entries_) {
        if (!entry.sending && (!next || entry.message.due_at < *next)) next = entry.message.due_at;
    }
    return next;
}

}  // namespace fairlead::outbox

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "domain/outbox/message.hpp"

namespace fairlead::outbox {

// A message that waits for its destination.
struct QueuedMessage {
    MessagePlace place;
    std::optional<PlayerId> player;
    Timestamp due_at;
    Timestamp started_at;  // Since when it is being tried: its creation, or the last time that a person replayed it.
    int failures = 0;      // The failed attempts since then.
};

// What is known about a destination from its last answers. It decides how much is sent to it at once: a new or failing
// destination gets little, so that receivers that hang do not take the connections of the others.
struct LaneHealth {
    int failures = 0;  // Since the last success.
    std::optional<Timestamp> failing_since;
    Timestamp next_try_at;  // Nothing is sent before.
    int allowance = 2;      // The most messages in flight.

    // How many messages may be in flight now.
    int AllowedAt(Timestamp now) const;
    void OnSuccess();
    void OnFailure(Timestamp now, double chance);
    // Whether the destination has failed so often that only one message at a time tries it.
    bool IsProbing() const;
};

// The answer of a receiver.
struct Answer {
    int status = 0;  // Of HTTP; 0 if there was no answer.
    std::optional<std::int64_t> retry_after_micros;

    bool IsSuccess() const { return status >= 200 && status < 300; }
};

enum class Fate : std::uint8_t { kDelivered, kWaits, kFailed };
// What follows from an answer.
struct Verdict {
    Fate fate = Fate::kDelivered;
    Timestamp next_attempt_at;  // For kWaits.
    bool pause = false;         // The destination is paused.
};

// Decides what follows from an answer, and updates the health of the destination. `chance` is as in WaitAfter.
Verdict Judge(const Answer& answer, const QueuedMessage& message, Timestamp now, double chance, LaneHealth& health);

// The first waiting messages of one destination, in memory. Messages of the same player are sent one after the other,
// in the order of their places; those of different players do not wait for each other.
class Lane {
public:
    // Places must be later than those of all earlier calls since the lane was empty.
    void Add(const QueuedMessage& message);

    // Marks up to `count` messages that are due as being sent, and returns them.
    std::vector<QueuedMessage> Take(Timestamp now, std::size_t count);
    // The message was sent: it is removed, or waits again. Unknown places are ignored.
    void Remove(const MessagePlace& place);
    void PutBack(const MessagePlace& place, Timestamp due_at);
    // The destination works again: messages that wait because of it are due now.
    void MakeAllDue(Timestamp now);
    void Clear() { entries_.clear(); }

    std::size_t size() const { return entries_.size(); }
    bool empty() const { return entries_.empty(); }
    std::size_t in_flight() const { return in_flight_; }
    std::optional<MessagePlace> last() const;
    // When the next message is due that is not being sent; nothing if there is none.
    std::optional<Timestamp> NextDue() const;

private:
    struct Entry {
        QueuedMessage message;
        bool sending = false;
    };

    std::map<MessagePlace, Entry> entries_;
    std::size_t in_flight_ = 0;
};

}  // namespace fairlead::outbox

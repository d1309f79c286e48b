#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "domain/outbox/message.hpp"

namespace fairlead::outbox {

// A message that waits for its destination.
struct QueuedMessage {
    MessagePlace place;
    std::optional<PlayerId> player;
    Timestamp due_at;
    Timestamp started_at;  // Since when it is being tried: its creation, or the last time that a person replayed it or
                           // made its destination active.
    int failures = 0;      // The failed attempts since then.
    // Changes when a person replays the message, and only then. Each replay has a greater one.
    Timestamp round;
};

// What is known about a destination from its last answers. It decides how much is sent to it at once: a new or failing
// destination gets little, so that receivers that hang do not take the connections of the others.
struct LaneHealth {
    int failures = 0;  // Since the last success.
    std::optional<Timestamp> failing_since;
    Timestamp next_try_at;       // Nothing is sent before.
    Timestamp left_alone_until;  // The same, because the receiver has asked for it (Retry-After).
    int allowance = 2;           // The most messages in flight.

    // How many messages may be in flight now.
    int AllowedAt(Timestamp now) const;
    void OnSuccess();
    void OnFailure(Timestamp now, double chance);
    // Whether the destination has failed so often that only one message at a time tries it.
    bool IsProbing() const;
};

// The answer of a receiver.
struct Answer {
    int status = 0;  // Of HTTP or SMTP; 0 if there was no answer.
    std::optional<std::int64_t> retry_after_micros;
    bool is_about_message = false;  // The receiver works, and refuses only this message: a mail to an unknown address.
    bool is_final = false;          // The receiver will always refuse the message.
    bool may_pause = true;          // The destination can be paused. The mail server cannot.

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
    // Adds a message. A message that is there already is replaced if a person has replayed it since, and if it is not
    // being sent: the attempt then ends with StartAgain. Returns whether the message was added or replaced.
    bool Add(const QueuedMessage& message);

    // Marks up to `count` messages that are due as being sent, and returns them.
    std::vector<QueuedMessage> Take(Timestamp now, std::size_t count);
    // The answer has arrived and is not recorded yet. The message and later ones of its player still wait for that.
    void Answered(const MessagePlace& place);
    // The answer is recorded: the message is removed, or waits again. Unknown places are ignored.
    void Remove(const MessagePlace& place);
    void PutBack(const MessagePlace& place, Timestamp tried_at, Timestamp due_at);
    // Removes the messages that are neither being sent nor answered, because another node may have sent them. Returns
    // their places.
    std::vector<MessagePlace> RemoveWaiting();
    // The answer is recorded, but a person has replayed the message after it was sent. It is due now.
    void StartAgain(const MessagePlace& place, Timestamp round, Timestamp now);
    // The destination works again. Messages that were last tried while it did not work are due now.
    void MakeDueAgain(Timestamp failing_since, Timestamp now);

    std::size_t size() const { return entries_.size(); }
    bool empty() const { return entries_.empty(); }
    // The messages without an answer.
    std::size_t in_flight() const { return in_flight_; }
    // The messages that are being sent, or whose answer is not recorded.
    std::size_t busy() const { return busy_; }
    // How many messages could be sent now, at most `most`.
    std::size_t CountDue(Timestamp now, std::size_t most) const;

private:
    enum class State : std::uint8_t { kWaiting, kSending, kAnswered };
    struct Entry {
        QueuedMessage message;
        State state = State::kWaiting;
        std::optional<Timestamp> tried_at;  // By this lane.
    };
    struct OfPlayer {
        std::set<MessagePlace> places;
        bool busy = false;
    };

    void End(Entry& entry);
    // Add the message that may be sent next to `next_`, or remove it: this message, or the first one of its player.
    void Show(const QueuedMessage& message);
    void Hide(const QueuedMessage& message);
    const QueuedMessage* NextOf(const QueuedMessage& message) const;

    std::map<MessagePlace, Entry> entries_;
    std::unordered_map<PlayerId, OfPlayer> players_;
    std::set<std::pair<Timestamp, MessagePlace>> next_;  // Those that may be sent, by the time when they are due.
    std::size_t in_flight_ = 0;
    std::size_t busy_ = 0;
};

}  // namespace fairlead::outbox

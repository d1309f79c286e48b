#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "app/ports/sessions.hpp"

namespace fairlead::app {

struct SessionLimits {
    std::int64_t idle_micros = kMicrosPerDay / 2;      // Without a request for so long it is over …
    std::int64_t absolute_micros = 7 * kMicrosPerDay;  // … and after this in any case.
};

// Who is logged in. What is known of a session is kept in memory for a moment and then read again, so that what another
// node or another change has ended is over here too. Safe from any thread; callbacks may run on another.
class Sessions {
public:
    Sessions(SessionStore& store, const SessionLimits& limits) : store_(store), limits_(limits) {}

    const SessionLimits& limits() const { return limits_; }

    // Answers the token, which only whoever logs in ever has.
    void Open(OperatorId owner, UserId user, std::optional<std::int64_t> totp_step, AnswerDone<std::string> done);

    // Whose token this would be. Nobody's where it has not even the form of one.
    static std::optional<OperatorId> OwnerOf(std::string_view token);

    // What this node knows by itself. Nothing: ask Find.
    std::optional<SessionRecord> FindNow(std::string_view token, Timestamp now);
    // Nobody, where the token is wrong or the session is over.
    void Find(std::string_view token, AnswerDone<std::optional<SessionRecord>> done);

    void End(const SessionRecord& session, StatusDone done);
    // All of the user's sessions, but the one to keep.
    void EndAll(OperatorId owner, UserId user, std::optional<Bytes32> keep, StatusDone done);

private:
    struct Known {
        SessionRecord record;
        std::int64_t read_at_micros = 0;
        Timestamp seen_saved_at;
    };
    struct HashOfHash {
        std::size_t operator()(const Bytes32& hash) const;
    };

    bool IsOver(const SessionRecord& record, Timestamp now) const;
    static bool IsFresh(const Known& known);
    // Notes that the session was used; true when that should be stored.
    static bool Touch(Known& known, Timestamp now);
    // With the lock held.
    void Remember(const SessionRecord& record);
    void RememberUnlessEnded(const SessionRecord& record, std::uint64_t endings);
    // Forgets the sessions that `matches` says, and whatever is being read meanwhile.
    template <class Matches>
    void Forget(Matches matches);
    // Ends them in the store; when that is done nothing is left of them here.
    template <class Matches>
    void EndAndForget(const SessionEnding& ending, Matches matches, StatusDone done);

    SessionStore& store_;
    const SessionLimits limits_;
    std::mutex mutex_;
    std::unordered_map<Bytes32, Known, HashOfHash> known_;
    std::uint64_t endings_ = 0;  // What was read before the last of them is not remembered.
};

}  // namespace fairlead::app

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
    std::int64_t idle_micros = kMicrosPerDay / 2;      // A session ends after this time without a request …
    std::int64_t absolute_micros = 7 * kMicrosPerDay;  // … and after this time in any case.
};

// The sessions of users. Sessions are cached for a moment and then read again, so that a session that another node
// ended also ends here. Safe from any thread; callbacks may run on another one.
class Sessions {
public:
    Sessions(SessionStore& store, const SessionLimits& limits) : store_(store), limits_(limits) {}

    const SessionLimits& limits() const { return limits_; }

    // A session to open: the user, what was checked about it, and the time step of its one-time code.
    struct Opening {
        OperatorId owner;
        UserId user;
        CheckedUser checked;
        std::optional<std::int64_t> totp_step = {};
    };
    // Returns the token. Only the user who logs in has it; the ledger has its hash. Fails as SessionStore::Open does.
    void Open(const Opening& opening, AnswerDone<std::string> done);

    // The operator that the token names. Nothing if the token has an invalid form.
    static std::optional<OperatorId> OwnerOf(std::string_view token);

    // The session from the cache. If nothing is returned, call Find.
    std::optional<SessionRecord> FindNow(std::string_view token, Timestamp now);
    // Returns nothing if the token is wrong or the session has ended.
    void Find(std::string_view token, AnswerDone<std::optional<SessionRecord>> done);

    void End(const SessionRecord& session, StatusDone done);
    // Ends all sessions of the user except the one to keep.
    void EndAll(OperatorId owner, UserId user, std::optional<Bytes32> keep, StatusDone done);

private:
    struct CachedSession {
        SessionRecord record;
        std::int64_t read_at_micros = 0;
        Timestamp seen_saved_at;
    };
    struct HashOfHash {
        std::size_t operator()(const Bytes32& hash) const;
    };

    bool IsOver(const SessionRecord& record, Timestamp now) const;
    static bool IsFresh(const CachedSession& cached);
    // Records the use of the session. True if the time must be stored.
    static bool Touch(CachedSession& cached, Timestamp now);
    // The caller holds the lock.
    void Remember(const SessionRecord& record);
    void RememberUnlessEnded(const SessionRecord& record, std::uint64_t endings);
    // Removes the matching sessions from the cache, and prevents caching of sessions that are being read.
    template <class Matches>
    void Forget(Matches matches);
    // Ends the sessions in the store. After that none of them is cached here.
    template <class Matches>
    void EndAndForget(const SessionEnding& ending, Matches matches, StatusDone done);

    SessionStore& store_;
    const SessionLimits limits_;
    std::mutex mutex_;
    std::unordered_map<Bytes32, CachedSession, HashOfHash> cached_;
    std::uint64_t endings_ =
        0;  // Counts calls of Forget. A session that was read before the newest of them is not cached.
};

}  // namespace fairlead::app

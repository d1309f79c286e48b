#pragma once

#include <optional>

#include "app/ports/answers.hpp"
#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

// Somebody who is logged in. The token itself is nowhere but with them.
struct SessionRecord {
    OperatorId owner;
    Bytes32 token_hash{};
    UserId user;
    Timestamp created_at;
    Timestamp last_seen_at;
    std::optional<std::int64_t> totp_step;  // Of the one-time code that opened it.
};

// Which sessions end. Without a hash all of the user's, but the one to keep.
struct SessionEnding {
    OperatorId owner;
    UserId user;
    std::optional<Bytes32> token_hash;
    std::optional<Bytes32> keep;
};

// Sessions, shared by all nodes. Callbacks as in answers.hpp.
class SessionStore {
public:
    virtual ~SessionStore() = default;

    // Stores a new session, and forgets the user's that were made before `forget_before`. kConflict when its one-time
    // code has opened another one.
    virtual void Open(SessionRecord session, Timestamp forget_before, StatusDone done) = 0;
    // Nothing where there is none, or it has ended.
    virtual void Find(OperatorId owner, Bytes32 token_hash, AnswerDone<std::optional<SessionRecord>> done) = 0;
    virtual void End(SessionEnding ending, StatusDone done) = 0;
    // Losing it in a crash is harmless.
    virtual void NoteSeen(OperatorId owner, Bytes32 token_hash, Timestamp at) = 0;
};

}  // namespace fairlead::app

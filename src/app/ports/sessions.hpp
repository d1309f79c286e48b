#pragma once

#include <optional>
#include <string>

#include "app/ports/answers.hpp"
#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

// A session of a user. Only the user has the token itself.
struct SessionRecord {
    OperatorId owner;
    Bytes32 token_hash{};
    UserId user;
    Timestamp created_at;
    Timestamp last_seen_at;
    std::optional<std::int64_t> totp_step;  // The time step of the one-time code that opened it.
};

// What a log-in has checked about its user. Another node may have changed it in the meantime.
struct CheckedUser {
    std::string password_hash;
    std::string totp_sealed;  // Empty without one-time codes.
    std::int64_t totp_confirmed_step = 0;
};

// The sessions to end: one by its hash, or without a hash all of the user's except the one to keep.
struct SessionEnding {
    OperatorId owner;
    UserId user;
    std::optional<Bytes32> token_hash;
    std::optional<Bytes32> keep;
};

// The sessions, shared by all nodes. Callbacks as in answers.hpp.
class SessionStore {
public:
    virtual ~SessionStore() = default;

    // Stores a new session and deletes the user's sessions that were opened before `forget_before`. kInvalidTotp if its
    // one-time code has already opened a session. kConflict if the user is not active, or is no longer as checked: in
    // the same transaction the user's row is compared, and locked until the session is stored.
    virtual void Open(SessionRecord session, CheckedUser checked, Timestamp forget_before, StatusDone done) = 0;
    // Nothing if there is no such session or it has ended.
    virtual void Find(OperatorId owner, Bytes32 token_hash, AnswerDone<std::optional<SessionRecord>> done) = 0;
    virtual void End(SessionEnding ending, StatusDone done) = 0;
    // A loss in a crash is harmless.
    virtual void NoteSeen(OperatorId owner, Bytes32 token_hash, Timestamp at) = 0;
};

}  // namespace fairlead::app

#include "app/accounts/sessions.hpp"

#include <cstring>

#include "base/crypto/random.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kOwnerDigits = 32;
constexpr std::size_t kSessionDigits = 64;
constexpr std::size_t kCachedMax = 100'000;
constexpr std::int64_t kFreshForMicros = 2 * kMicrosPerSecond;
constexpr std::int64_t kForgetAfterMicros = 300 * kMicrosPerSecond;
// Rare enough to cost nothing, and frequent enough that a restart does not end a session early.
constexpr std::int64_t kSaveSeenEveryMicros = 60 * kMicrosPerSecond;

// A token starts with the operator's id, because every look-up in the ledger is scoped by operator.
std::string NewToken(OperatorId owner) { return ToHex(owner.uuid.bytes) + RandomHex(kSessionDigits); }

}  // namespace

std::optional<OperatorId> Sessions::OwnerOf(std::string_view token) {
    if (token.size() != kOwnerDigits + kSessionDigits) return std::nullopt;
    const auto bytes = Bytes16FromHex(token.substr(0, kOwnerDigits));
    if (!bytes) return std::nullopt;
    OperatorId owner;
    owner.uuid.bytes = *bytes;
    return owner;
}

std::size_t Sessions::HashOfHash::operator()(const Bytes32& hash) const {
    std::size_t head = 0;
    std::memcpy(&head, hash.data(), sizeof(head));
    return head;
}

bool Sessions::IsOver(const SessionRecord& record, Timestamp now) const {
    return now.micros - record.last_seen_at.micros > limits_.idle_micros ||
           now.micros - record.created_at.micros > limits_.absolute_micros;
}

bool Sessions::IsFresh(const CachedSession& cached) { return SteadyMicros() - cached.read_at_micros < kFreshForMicros; }

bool Sessions::Touch(CachedSession& cached, Timestamp now) {
    cached.record.last_seen_at = std::max(cached.record.last_seen_at, now);
    if (now.micros - cached.seen_saved_at.micros < kSaveSeenEveryMicros) return false;
    cached.seen_saved_at = now;
    return true;
}

void Sessions::Remember(const SessionRecord& record) {
    if (cached_.size() >= kCachedMax) {
        std::erase_if(cached_, [&](const auto& each) { return IsOver(each.second.record, Now()); });
        // The store has all sessions. Forgetting one here costs only a look-up.
        if (cached_.size() >= kCachedMax) cached_.clear();
    }
    cached_[record.token_hash] = {
        .record = record, .read_at_micros = SteadyMicros(), .seen_saved_at = record.last_seen_at};
}

void Sessions::Open(const Opening& opening, AnswerDone<std::string> done) {
    const Timestamp now = Now();
    std::string token = NewToken(opening.owner);
    SessionRecord record{.owner = opening.owner,
                         .token_hash = Digest256(token),
                         .user = opening.user,
                         .created_at = now,
                         .last_seen_at = now,
                         .totp_step = opening.totp_step};
    // A session with a one-time code is kept for longer than the code is valid, so that the code cannot be used again.
    const Timestamp forget_before{now.micros - std::max(limits_.absolute_micros, kForgetAfterMicros)};
    store_.Open(record, opening.checked, forget_before,
                [this, record, token = std::move(token), done = std::move(done)](Status opened) mutable {
                    if (!opened) return done(std::unexpected(opened.error()));
                    {
                        const std::lock_guard lock(mutex_);
                        Remember(record);
                    }
                    done(std::move(token));
                });
}

std::optional<SessionRecord> Sessions::FindNow(std::string_view token, Timestamp now) {
    const Bytes32 hash = Digest256(token);
    std::unique_lock lock(mutex_);
    const auto found = cached_.find(hash);
    if (found == cached_.end() || !IsFresh(found->second)) return std::nullopt;
    if (IsOver(found->second.record, now)) {
        cached_.erase(found);
        return std::nullopt;
    }
    const bool save = Touch(found->second, now);
    const SessionRecord record = found->second.record;
    lock.unlock();
    if (save) store_.NoteSeen(record.owner, hash, now);
    return record;
}

void Sessions::Find(std::string_view token, AnswerDone<std::optional<SessionRecord>> done) {
    const auto owner = OwnerOf(token);
    if (!owner) return done(std::optional<SessionRecord>());
    std::uint64_t endings = 0;
    {
        const std::lock_guard lock(mutex_);
        endings = endings_;
    }
    store_.Find(*owner, Digest256(token),
                [this, endings, done = std::move(done)](Result<std::optional<SessionRecord>> found) mutable {
                    if (!found || !*found) return done(std::move(found));
                    const Timestamp now = Now();
                    if (IsOver(**found, now)) return done(std::optional<SessionRecord>());
                    if (now.micros - (*found)->last_seen_at.micros >= kSaveSeenEveryMicros) {
                        store_.NoteSeen((*found)->owner, (*found)->token_hash, now);
                        (*found)->last_seen_at = now;
                    }
                    RememberUnlessEnded(**found, endings);
                    done(std::move(found));
                });
}

void Sessions::RememberUnlessEnded(const SessionRecord& record, std::uint64_t endings) {
    const std::lock_guard lock(mutex_);
    // The session may have ended since it was read, so it is read again next time.
    if (endings == endings_) Remember(record);
}

template <class Matches>
void Sessions::Forget(Matches matches) {
    const std::lock_guard lock(mutex_);
    ++endings_;
    std::erase_if(cached_, [&](const auto& each) { return matches(each.second.record); });
}

template <class Matches>
void Sessions::EndAndForget(const SessionEnding& ending, Matches matches, StatusDone done) {
    Forget(matches);
    store_.End(ending, [this, matches, done = std::move(done)](Status ended) mutable {
        // Requests that ran during the call may have read the session before it ended.
        Forget(matches);
        done(std::move(ended));
    });
}

void Sessions::End(const SessionRecord& session, StatusDone done) {
    EndAndForget(
        {.owner = session.owner, .user = session.user, .token_hash = session.token_hash, .keep = std::nullopt},
        [hash = session.token_hash](const SessionRecord& record) { return record.token_hash == hash; },
        std::move(done));
}

void Sessions::EndAll(OperatorId owner, UserId user, std::optional<Bytes32> keep, StatusDone done) {
    EndAndForget(
        {.owner = owner, .user = user, .token_hash = std::nullopt, .keep = keep},
        [owner, user, keep](const SessionRecord& record) {
            return record.owner == owner && record.user == user && record.token_hash != keep;
        },
        std::move(done));
}

}  // namespace fairlead::app

#include "app/accounts/shared_login_guard.hpp"

#include <algorithm>

#include "domain/access/rate_window.hpp"

namespace fairlead::app {

using access::LoginLimit;

namespace {

constexpr std::int64_t kStrangerForMicros = 60 * kMicrosPerSecond;

std::unexpected<LoginClosed> LimitReached(const LoginGuard::Closed& closed, std::int64_t now_micros) {
    return std::unexpected(LoginClosed{closed.limit, access::SecondsRoundedUp(closed.until_micros - now_micros)});
}

}  // namespace

SharedLoginGuard::SharedLoginGuard(LoginRecords& records, const Bytes32& key, const LoginLimits& limits)
    : records_(records), memory_(limits, key), strangers_(limits.entries_max, kStrangerForMicros) {}

SharedLoginGuard::SharedLoginGuard(const SharedLoginGuard& like, std::string_view purpose, const LoginLimits& limits)
    : SharedLoginGuard(like.records_, Digester256(like.memory_.name_key()).Add(purpose).Finish(), limits) {}

void SharedLoginGuard::Enter(std::string_view account, const IpAddress& client, Done done) {
    const std::int64_t now = SteadyMicros();
    const LoginNames names = memory_.NamesOf(account, client);
    const LoginGuard::Entry entry = memory_.Enter(names, now);
    if (entry.closed && entry.closed->limit != LoginLimit::kAccount) return done(LimitReached(*entry.closed, now));
    if (entry.closed && IsKnownStranger(names, now)) {
        memory_.TakeBack(names, true);
        return done(LimitReached(*entry.closed, now));
    }
    records_.Enter(
        {.names = names, .limits = memory_.limits(), .only_known_address = entry.closed.has_value(), .now = Now()},
        [this, names, entry, done = std::move(done)](const Result<LoginVerdict>& verdict) mutable {
            Decide(names, entry, verdict, done);
        });
}

void SharedLoginGuard::Decide(const LoginNames& names, const LoginGuard::Entry& entry,
                              const Result<LoginVerdict>& verdict, Done& done) {
    const std::int64_t now = SteadyMicros();
    const bool is_known = verdict && verdict->is_known_address;
    if (verdict && verdict->closed) {
        memory_.TakeBack(names, entry.closed.has_value());
        // The window may have ended while the answer was under way.
        const std::int64_t wait = std::max(verdict->closed->until.micros - Now().micros, kMicrosPerSecond);
        const LoginGuard::Closed closed{verdict->closed->limit, now + wait};
        memory_.Close(names, closed, now);
        return done(LimitReached(closed, now));
    }
    if (entry.closed && !is_known) {
        memory_.TakeBack(names, true);
        if (verdict) NoteStranger(names);
        return done(LimitReached(*entry.closed, now));
    }
    if (is_known && !entry.closed) memory_.TakeBack(names, LoginLimit::kAccount);
    done(LoginTicket{.names = names,
                     .is_known_address = is_known,
                     .is_shared = verdict.has_value(),
                     .used_up = verdict ? verdict->used_up : entry.used_up});
}

bool SharedLoginGuard::IsKnownStranger(const LoginNames& names, std::int64_t now_micros) {
    const std::lock_guard lock(mutex_);
    return strangers_.ClosedUntil(names[access::IndexOf(LoginLimit::kAccountAtAddress)], 1, now_micros).has_value();
}

void SharedLoginGuard::NoteStranger(const LoginNames& names) {
    const std::lock_guard lock(mutex_);
    strangers_.Add(names[access::IndexOf(LoginLimit::kAccountAtAddress)], SteadyMicros());
}

void SharedLoginGuard::TakeBack(const LoginTicket& ticket) {
    memory_.TakeBack(ticket.names, ticket.is_known_address);
    if (!ticket.is_shared) return;
    std::vector<Bytes16> names(ticket.names.begin(), ticket.names.end());
    if (ticket.is_known_address) names.pop_back();
    // If this fails, the attempt stays counted until the window ends.
    records_.TakeBack(std::move(names), [](const Status&) {});
}

void SharedLoginGuard::RememberAddress(std::string_view account, const IpAddress& client, OperatorId owner, UserId user,
                                       std::move_only_function<void(AddressNews)> then) {
    const LoginNames names = memory_.NamesOf(account, client);
    {
        const std::lock_guard lock(mutex_);
        strangers_.TakeBack(names[access::IndexOf(LoginLimit::kAccountAtAddress)]);
    }
    records_.RememberAddress(
        {.owner = owner, .user = user, .name = names[access::IndexOf(LoginLimit::kAccountAtAddress)], .used_at = Now()},
        [then = std::move(then)](const Result<AddressNews>& news) mutable {
            // If the ledger does not answer, the address is treated as known.
            then(news.value_or(AddressNews::kKnown));
        });
}

}  // namespace fairlead::app

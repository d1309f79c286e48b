#include "app/accounts/login_guard.hpp"

#include <algorithm>

#include "domain/access/rate_window.hpp"

namespace fairlead::app {

using access::LoginLimit;

namespace {

constexpr std::array kInOrder{LoginLimit::kAddress, LoginLimit::kAccountAtAddress, LoginLimit::kAccount};

IpAddress NetworkOf(IpAddress client) {
    if (!client.IsV4()) std::fill(client.bytes.begin() + 8, client.bytes.end(), std::uint8_t{0});
    return client;
}

}  // namespace

Bytes32 LoginNameKey(const Bytes32& address_key) { return Digester256(address_key).Add("names of log-ins").Finish(); }

LoginGuard::LoginGuard(const LoginLimits& limits, const Bytes32& name_key)
    : limits_(limits),
      name_key_(name_key),
      counts_{AttemptCounts(limits.entries_max, limits.window_micros),
              AttemptCounts(limits.entries_max, limits.window_micros),
              AttemptCounts(limits.entries_max, limits.window_micros)} {}

// Each kind has its own prefix, because the ledger counts all kinds in one table.
LoginNames LoginGuard::NamesOf(std::string_view account, const IpAddress& client) const {
    const IpAddress network = NetworkOf(client);
    return {Digester128(name_key_).Add("address").Add(network.bytes).Finish(),
            Digester128(name_key_).Add("both").Add(account).Add(network.bytes).Finish(),
            Digester128(name_key_).Add("account").Add(account).Finish()};
}

std::optional<LoginGuard::Closed> LoginGuard::FindClosed(const LoginNames& names, std::int64_t now_micros) const {
    for (const LoginLimit limit : kInOrder) {
        const std::size_t at = access::IndexOf(limit);
        const auto until = counts_[at].ClosedUntil(names[at], limits_.AttemptsMax(limit), now_micros);
        if (until) return Closed{limit, *until};
    }
    return std::nullopt;
}

LoginGuard::Entry LoginGuard::Enter(const LoginNames& names, std::int64_t now_micros) {
    const std::lock_guard lock(mutex_);
    Entry entry{.closed = FindClosed(names, now_micros)};
    if (entry.closed && entry.closed->limit != LoginLimit::kAccount) return entry;
    for (const LoginLimit limit : kInOrder) {
        if (!access::Concerns(limit, entry.closed.has_value())) continue;
        const std::size_t at = access::IndexOf(limit);
        entry.used_up[at] = counts_[at].Add(names[at], now_micros) == limits_.AttemptsMax(limit);
    }
    return entry;
}

std::optional<std::int64_t> LoginGuard::Enter(std::string_view account, const IpAddress& client,
                                              std::int64_t now_micros) {
    const LoginNames names = NamesOf(account, client);
    const Entry entry = Enter(names, now_micros);
    if (!entry.closed) return std::nullopt;
    if (entry.closed->limit == LoginLimit::kAccount) TakeBack(names, true);
    return access::SecondsRoundedUp(entry.closed->until_micros - now_micros);
}

void LoginGuard::TakeBack(const LoginNames& names, bool is_known_address) {
    for (const LoginLimit limit : kInOrder) {
        if (access::Concerns(limit, is_known_address)) TakeBack(names, limit);
    }
}

void LoginGuard::TakeBack(const LoginNames& names, LoginLimit limit) {
    const std::size_t at = access::IndexOf(limit);
    const std::lock_guard lock(mutex_);
    counts_[at].TakeBack(names[at]);
}

void LoginGuard::Close(const LoginNames& names, const Closed& closed, std::int64_t now_micros) {
    const std::size_t at = access::IndexOf(closed.limit);
    const std::int64_t until = std::min(closed.until_micros, now_micros + limits_.window_micros);
    const std::lock_guard lock(mutex_);
    counts_[at].Close(names[at], limits_.AttemptsMax(closed.limit), until, now_micros);
}

std::size_t LoginGuard::size() const {
    const std::lock_guard lock(mutex_);
    std::size_t sum = 0;
    for (const AttemptCounts& counts : counts_) sum += counts.size();
    return sum;
}

}  // namespace fairlead::app

#include "app/accounts/login_guard.hpp"

#include <algorithm>

#include "domain/access/rate_window.hpp"

namespace fairlead::app {
namespace {

IpAddress NetworkOf(IpAddress client) {
    if (!client.IsV4()) std::fill(client.bytes.begin() + 8, client.bytes.end(), std::uint8_t{0});
    return client;
}

}  // namespace

LoginGuard::LoginGuard(const LoginLimits& limits)
    : limits_(limits),
      name_key_(RandomKey()),
      by_address_(limits.entries_max, limits.window_micros),
      by_account_and_address_(limits.entries_max, limits.window_micros),
      by_account_(limits.entries_max, limits.window_micros) {}

// The address is checked first: attempts from a closed address are not checked or counted further.
std::array<LoginGuard::Limit, 3> LoginGuard::LimitsOf(std::string_view account, const IpAddress& client) {
    const IpAddress network = NetworkOf(client);
    const auto address_name = Digester128(name_key_).Add(network.bytes).Finish();
    const auto pair_name = Digester128(name_key_).Add(account).Add(network.bytes).Finish();
    const auto account_name = Digester128(name_key_).Add(account).Finish();
    return {Limit{by_address_, address_name, limits_.attempts_per_address},
            Limit{by_account_and_address_, pair_name, limits_.attempts_per_account_and_address},
            Limit{by_account_, account_name, limits_.attempts_per_account}};
}

std::optional<std::int64_t> LoginGuard::Enter(std::string_view account, const IpAddress& client,
                                              std::int64_t now_micros) {
    const auto limits = LimitsOf(account, client);
    const std::lock_guard lock(mutex_);
    for (const Limit& limit : limits) {
        const auto until = limit.counts.ClosedUntil(limit.name, limit.attempts_max, now_micros);
        if (until) return access::SecondsRoundedUp(*until - now_micros);
    }
    for (const Limit& limit : limits) limit.counts.Add(limit.name, now_micros);
    return std::nullopt;
}

void LoginGuard::Succeeded(std::string_view account, const IpAddress& client) {
    const auto limits = LimitsOf(account, client);
    const std::lock_guard lock(mutex_);
    for (const Limit& limit : limits) limit.counts.TakeBack(limit.name);
}

std::size_t LoginGuard::size() const {
    const std::lock_guard lock(mutex_);
    return by_address_.size() + by_account_and_address_.size() + by_account_.size();
}

}  // namespace fairlead::app

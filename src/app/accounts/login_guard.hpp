#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

#include "app/accounts/attempt_counts.hpp"
#include "base/net/ip_address.hpp"

namespace fairlead::app {

struct LoginLimits {
    int attempts_per_account_and_address = 10;
    int attempts_per_account = 100;
    int attempts_per_address = 50;
    std::int64_t window_micros = 15LL * 60 * 1'000'000;
    // How many counts of each kind are kept. A node checks fewer passwords than this in a window.
    std::size_t entries_max = 50'000;
};

// How many failed attempts are allowed: from one address at any account, at one account from one address, and at one
// account from anywhere (so many that strangers cannot easily lock its owner out). An attempt is counted before its
// password is checked, so that many at once are no way around the limits; a success takes back what it has counted
// itself. A refused attempt is neither counted nor remembered. A whole /64 of IPv6 addresses counts as one address.
//
// An address adds at most `attempts_per_address` accounts in a window, so that only many addresses together can fill
// the table. Then the oldest counts are dropped: a full table locks nobody out. Addresses have a table of their own,
// from which no number of made-up accounts drops them. Safe from any thread.
class LoginGuard {
public:
    explicit LoginGuard(const LoginLimits& limits = {});

    // Nothing: go on. Otherwise the seconds after which to try again.
    std::optional<std::int64_t> Enter(std::string_view account, const IpAddress& client, std::int64_t now_micros);
    void Succeeded(std::string_view account, const IpAddress& client);

    // How many counts of all kinds are kept.
    std::size_t size() const;

private:
    // One of the counts that an attempt goes by.
    struct Place {
        AttemptCounts& counts;
        AttemptCounts::Name name;
        int attempts_max = 0;
    };

    std::array<Place, 3> PlacesOf(std::string_view account, const IpAddress& client);

    const LoginLimits limits_;
    const Bytes32 name_key_;
    mutable std::mutex mutex_;
    AttemptCounts by_address_;
    AttemptCounts by_account_and_address_;
    AttemptCounts by_account_;
};

}  // namespace fairlead::app

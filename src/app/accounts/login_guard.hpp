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
    // The maximum number of counts of each kind. A node checks fewer passwords than this in a window.
    std::size_t entries_max = 50'000;
};

// Limits failed attempts: from one address at any account, from one address at one account, and from any address at one
// account (a high limit, so that others cannot easily lock the owner out). An attempt is counted before its password is
// checked, so that parallel attempts cannot exceed the limits; a success removes its own count. A refused attempt is
// not counted. A /64 network of IPv6 addresses counts as one address.
//
// An address adds at most `attempts_per_address` accounts in a window, so only many addresses together can fill the
// table. Then the oldest counts are dropped: a full table locks no user out. Addresses have a table of their own, so
// invented accounts cannot displace them. Safe from any thread.
class LoginGuard {
public:
    explicit LoginGuard(const LoginLimits& limits = {});

    // Nothing if the attempt may continue, otherwise the seconds to wait.
    std::optional<std::int64_t> Enter(std::string_view account, const IpAddress& client, std::int64_t now_micros);
    void Succeeded(std::string_view account, const IpAddress& client);

    // The number of counts of all kinds.
    std::size_t size() const;

private:
    // One of the counts that limit an attempt.
    struct Limit {
        AttemptCounts& counts;
        AttemptCounts::Name name;
        int attempts_max = 0;
    };

    std::array<Limit, 3> LimitsOf(std::string_view account, const IpAddress& client);

    const LoginLimits limits_;
    const Bytes32 name_key_;
    mutable std::mutex mutex_;
    AttemptCounts by_address_;
    AttemptCounts by_account_and_address_;
    AttemptCounts by_account_;
};

}  // namespace fairlead::app

#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/ip_address.hpp"

namespace fairlead::app {

struct LoginLimits {
    int failures_per_account = 10;
    int failures_per_address = 50;
    std::int64_t window_micros = 15LL * 60 * 1'000'000;
    std::size_t entries_max = 100'000;  // Accounts and addresses that are remembered at once.
};

// How often a log-in may fail, for one account and from one address. An attempt counts before its password is looked
// at, so that many at once are no way around it; a success takes back what it has counted. Of addresses of version 6 a
// whole /64 counts as one. Safe from any thread.
class LoginGuard {
public:
    explicit LoginGuard(const LoginLimits& limits = {}) : limits_(limits) {}

    // Nothing: go on. Otherwise the seconds after which to try again.
    std::optional<std::int64_t> Enter(std::string_view account, const IpAddress& client, std::int64_t now_micros);
    void Succeeded(std::string_view account, const IpAddress& client);

private:
    struct Count {
        int failures = 0;
        std::int64_t started_micros = 0;
    };

    // Where the window is over a new one begins.
    Count& CountOf(const std::string& name, std::int64_t now_micros);
    void MakeRoom(std::int64_t now_micros);

    const LoginLimits limits_;
    std::mutex mutex_;
    std::unordered_map<std::string, Count> counts_;
};

}  // namespace fairlead::app

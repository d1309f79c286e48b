#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/net/ip_address.hpp"

namespace fairlead::app {

struct LoginLimits {
    int attempts_per_account_and_address = 10;
    int attempts_per_account = 100;
    int attempts_per_address = 50;
    std::int64_t window_micros = 15LL * 60 * 1'000'000;
    std::size_t entries_max = 100'000;  // What is remembered at once.
};

// How often somebody may try in vain: at one account from one address, at one account from anywhere (so many that
// strangers cannot easily lock its owner out), and from one address at any account. An attempt counts before its
// password is looked at, so that many at once are no way around it; a success takes back what it has counted itself. Of
// addresses of version 6 a whole /64 counts as one. Safe from any thread.
class LoginGuard {
public:
    explicit LoginGuard(const LoginLimits& limits = {}) : limits_(limits) {}

    // Nothing: go on. Otherwise the seconds after which to try again.
    std::optional<std::int64_t> Enter(std::string_view account, const IpAddress& client, std::int64_t now_micros);
    void Succeeded(std::string_view account, const IpAddress& client);

private:
    struct Count {
        int attempts = 0;
        std::int64_t started_micros = 0;
    };
    struct Place {
        std::string name;
        int attempts_max = 0;
    };

    std::array<Place, 3> PlacesOf(std::string_view account, const IpAddress& client) const;

    // Where the window is over a new one begins.
    Count& CountOf(const std::string& name, std::int64_t now_micros);
    void MakeRoom(std::int64_t now_micros);

    const LoginLimits limits_;
    std::mutex mutex_;
    std::unordered_map<std::string, Count> counts_;
};

}  // namespace fairlead::app

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fairlead::access {

// How attempts to log in are counted, in the order in which the limits are checked. The address is first: attempts from
// an address over its limit are not checked or counted further.
enum class LoginLimit : std::uint8_t { kAddress, kAccountAtAddress, kAccount };
inline constexpr std::size_t kLoginLimitCount = 3;
inline constexpr std::array<std::string_view, kLoginLimitCount> kLoginLimitNames{"address", "accountAtAddress",
                                                                                 "account"};

constexpr std::size_t IndexOf(LoginLimit limit) { return static_cast<std::size_t>(limit); }
constexpr std::string_view NameOf(LoginLimit limit) { return kLoginLimitNames[IndexOf(limit)]; }

// How many attempts may fail in a window, which starts with the first of them.
struct LoginLimits {
    int attempts_per_account_and_address = 10;
    int attempts_per_account = 100;
    int attempts_per_address = 50;
    std::int64_t window_micros = 15LL * 60 * 1'000'000;
    // The maximum number of counts of each kind in the memory of a node.
    std::size_t entries_max = 50'000;

    constexpr int AttemptsMax(LoginLimit limit) const {
        switch (limit) {
            case LoginLimit::kAddress: return attempts_per_address;
            case LoginLimit::kAccountAtAddress: return attempts_per_account_and_address;
            case LoginLimit::kAccount: return attempts_per_account;
        }
        return 0;
    }
};

// How often links for a new password can be requested. Every request counts, not only failed ones.
inline constexpr LoginLimits kResetLimits{.attempts_per_account_and_address = 5,
                                          .attempts_per_account = 5,
                                          .attempts_per_address = 20,
                                          .window_micros = 60LL * 60 * 1'000'000};

// Whether an attempt from this kind of address counts towards the limit. An address from which the user has logged in
// before does not count towards the limit of the account, and is not refused by it: otherwise strangers could lock the
// owner out.
constexpr bool Concerns(LoginLimit limit, bool is_known_address) {
    return limit != LoginLimit::kAccount || !is_known_address;
}

}  // namespace fairlead::access

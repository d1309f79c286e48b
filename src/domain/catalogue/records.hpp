#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "base/ip_address.hpp"
#include "base/secrets.hpp"
#include "base/time.hpp"
#include "domain/money/money.hpp"

namespace fairlead::catalogue {

// Who runs brands and pays affiliates. Everything else in the service belongs to one operator.
struct Operator {
    OperatorId id;
    std::string name;
    std::vector<Currency> declared_currencies;  // Codes beyond the three-letter ones.
    Timestamp created_at;
};

// How a brand's players are credited when a registration names no click.
enum class AttributionFallback : std::uint8_t { kLastClick, kEvidence, kOff };
inline constexpr std::array<std::string_view, 3> kAttributionFallbackNames{"lastClick", "evidence", "off"};

// How a brand means the amounts of its ngr_update events.
enum class NgrMode : std::uint8_t { kDelta, kDailyTotal, kLifetimeTotal };
inline constexpr std::array<std::string_view, 3> kNgrModeNames{"delta", "dailyTotal", "lifetimeTotal"};

struct Brand {
    BrandId id;
    std::string name;
    std::string website_url;  // Empty when not given.
    int attribution_window_days = 30;
    AttributionFallback attribution_fallback = AttributionFallback::kLastClick;
    NgrMode ngr_mode = NgrMode::kDelta;
    bool active = true;
    Timestamp created_at;
};

inline constexpr std::int64_t kRequestsPerMinuteDefault = 1000;
inline constexpr std::int64_t kRequestsPerMinuteMax = 1'000'000'000;

struct ApiKey {
    ApiKeyId id;
    std::string name;
    std::string prefix;
    Bytes32 hash{};
    bool active = true;
    std::vector<IpNetwork> allowed_ips;  // Empty: from anywhere.
    std::int64_t requests_per_minute = kRequestsPerMinuteDefault;
    Timestamp created_at;
    std::optional<Timestamp> last_used_at;
};

struct User {
    UserId id;
    std::string email;
    std::string role;
    std::string password_hash;
    Timestamp created_at;
};

}  // namespace fairlead::catalogue

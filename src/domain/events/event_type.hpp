#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fairlead::events {

// Whether an event must have `amount` and `currency`. Where they are optional, they are stored if they are sent.
enum class MoneyRule : std::uint8_t { kOptional, kRequired };
enum class SignRule : std::uint8_t { kNotNegative, kAny };

// All event types, with their rules beyond the five members that every event must have.
#define FAIRLEAD_EVENT_TYPES(X)                                  \
    X(kRegistration, "registration", kOptional, kNotNegative)    \
    X(kFirstDeposit, "first_deposit", kRequired, kNotNegative)   \
    X(kDeposit, "deposit", kRequired, kNotNegative)              \
    X(kNgrUpdate, "ngr_update", kRequired, kAny)                 \
    X(kChargeback, "chargeback", kRequired, kNotNegative)        \
    X(kWithdrawal, "withdrawal", kRequired, kNotNegative)        \
    X(kBonus, "bonus", kRequired, kNotNegative)                  \
    X(kWagerPlaced, "wager_placed", kOptional, kNotNegative)     \
    X(kWagerSettled, "wager_settled", kOptional, kAny)           \
    X(kKycVerified, "kyc_verified", kOptional, kNotNegative)     \
    X(kSelfExclusion, "self_exclusion", kOptional, kNotNegative) \
    X(kPlayerBlocked, "player_blocked", kOptional, kNotNegative)

enum class EventType : std::uint8_t {
#define FAIRLEAD_ENUMERATOR(id, name, money, sign) id,
    FAIRLEAD_EVENT_TYPES(FAIRLEAD_ENUMERATOR)
#undef FAIRLEAD_ENUMERATOR
};

struct EventTypeRules {
    EventType type;
    std::string_view name;
    MoneyRule money;
    SignRule sign;
};

inline constexpr std::array kEventTypes{
#define FAIRLEAD_RULES(id, name, money, sign) EventTypeRules{EventType::id, name, MoneyRule::money, SignRule::sign},
    FAIRLEAD_EVENT_TYPES(FAIRLEAD_RULES)
#undef FAIRLEAD_RULES
};

constexpr const EventTypeRules& RulesOf(EventType type) { return kEventTypes[static_cast<std::size_t>(type)]; }
constexpr std::string_view Name(EventType type) { return RulesOf(type).name; }

constexpr std::optional<EventType> ParseEventType(std::string_view name) {
    for (const auto& rules : kEventTypes) {
        if (rules.name == name) return rules.type;
    }
    return std::nullopt;
}

}  // namespace fairlead::events

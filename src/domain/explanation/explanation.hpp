#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "domain/attribution/decision_reason.hpp"
#include "domain/events/event_type.hpp"
#include "domain/explanation/calculation_steps.hpp"
#include "domain/explanation/deal_rule_steps.hpp"
#include "domain/explanation/negative_steps.hpp"

namespace fairlead::commission {

// An explanation is a list of steps, which calculation_steps.hpp describes. This file has the steps around the
// arithmetic: the result, the event and the deal, and the attribution of the player.

// The result of the accrual.
enum class Gain : std::uint8_t { kEarned, kLost, kNothing, kPending };
inline constexpr std::array<std::string_view, 4> kGainNames{"earned", "lost", "nothing", "pending"};
constexpr std::string_view Name(Gain gain) { return kGainNames[static_cast<std::size_t>(gain)]; }

// Why this version of the deal applies.
enum class VersionRule : std::uint8_t {
    kRegistrationDay,  // In force on the day of registration. The player keeps it.
    kFirstVersion,     // None was in force on that day, so the player keeps the first one.
    kEventDay,         // In force on the day of the event.
    kLastDayOfMonth,   // In force on the last day of the month.
};
inline constexpr std::array<std::string_view, 4> kVersionRuleNames{"registrationDay", "firstVersion", "eventDay",
                                                                   "lastDayOfMonth"};
constexpr std::string_view Name(VersionRule rule) { return kVersionRuleNames[static_cast<std::size_t>(rule)]; }

namespace step {

struct Outcome {
    static constexpr std::string_view kRule = "outcome";
    Gain outcome = Gain::kEarned;
    std::string affiliate;  // Its name.
    Component component = Component::kCpa;
    Period period;
    Decimal amount;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("outcome", outcome);
        field("affiliate", affiliate);
        field("component", component);
        field("period", period);
        field("amount", amount);
        field("currency", currency);
    }
    bool operator==(const Outcome&) const = default;
};

struct FromEvent {
    static constexpr std::string_view kRule = "event";
    events::EventType type = events::EventType::kRegistration;
    std::optional<Money> money;
    std::string player_ref;
    std::string brand;  // Its name. Empty if unknown.
    Timestamp at;

    void Fields(auto&& field) const {
        field("eventType", type);
        field("money", money);
        field("playerRef", player_ref);
        field("brand", brand);
        field("eventTime", at);
    }
    bool operator==(const FromEvent&) const = default;
};

// What a total added, for a brand that sends totals.
struct TotalReceived {
    static constexpr std::string_view kRule = "totalReceived";
    Money added;

    void Fields(auto&& field) const { field("added", added); }
    bool operator==(const TotalReceived&) const = default;
};

struct DealApplied {
    static constexpr std::string_view kRule = "dealApplied";
    DealId deal;
    std::string name;
    std::int32_t version = 1;
    std::optional<Date> effective_from;  // Nothing if it applies from the beginning.
    VersionRule version_rule = VersionRule::kRegistrationDay;

    void Fields(auto&& field) const {
        field("deal", deal);
        field("dealName", name);
        field("version", version);
        field("effectiveFrom", effective_from);
        field("versionRule", version_rule);
    }
    bool operator==(const DealApplied&) const = default;
};

// Why an accrual is still unpriced.
enum class WaitsFor : std::uint8_t {
    kRate,         // There is no exchange rate.
    kAnotherRate,  // The existing rate gives an amount that is too large to be right.
    kProcessing,   // The rate has just been added.
};
inline constexpr std::array<std::string_view, 3> kWaitsForNames{"rate", "anotherRate", "processing"};
constexpr std::string_view Name(WaitsFor what) { return kWaitsForNames[static_cast<std::size_t>(what)]; }

struct Waiting {
    static constexpr std::string_view kRule = "waiting";
    WaitsFor waits_for = WaitsFor::kRate;
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
    Date date;                      // The day of the event. The rate must be of this day or an earlier one.
    std::string rate;               // The existing rate. Empty if there is none.
    std::optional<Date> rate_date;  // The day of that rate.

    void Fields(auto&& field) const {
        field("waitsFor", waits_for);
        field("from", from);
        field("to", to);
        field("date", date);
        field("rate", rate);
        field("rateDate", rate_date);
    }
    bool operator==(const Waiting&) const = default;
};

struct Converted {
    static constexpr std::string_view kRule = "converted";
    Conversion conversion;
    Currency to = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("conversion", conversion);
        field("to", to);
    }
    bool operator==(const Converted&) const = default;
};

// The player was taken from the affiliate.
struct TakenBack {
    static constexpr std::string_view kRule = "takenBack";

    void Fields(auto&&) const {}
    bool operator==(const TakenBack&) const = default;
};

struct PayableLater {
    static constexpr std::string_view kRule = "payableLater";
    Timestamp from;

    void Fields(auto&& field) const { field("payableFrom", from); }
    bool operator==(const PayableLater&) const = default;
};

struct CountedLate {
    static constexpr std::string_view kRule = "countedLate";
    Period own;  // Already closed.
    Period period;

    void Fields(auto&& field) const {
        field("ownPeriod", own);
        field("period", period);
    }
    bool operator==(const CountedLate&) const = default;
};

// The affiliate of the player, and how it was decided.
struct PlayerCredited {
    static constexpr std::string_view kRule = "playerCredited";
    std::string player_ref;
    std::optional<Timestamp> registered_at;
    std::string affiliate;  // Its name. Empty if the reader is the affiliate.
    bool still_counts = true;
    std::optional<attribution::DecisionReason> reason;

    void Fields(auto&& field) const {
        field("playerRef", player_ref);
        field("registeredAt", registered_at);
        field("affiliate", affiliate);
        field("stillCounts", still_counts);
        field("because", reason);
    }
    bool operator==(const PlayerCredited&) const = default;
};

struct ClickCredited {
    static constexpr std::string_view kRule = "clickCredited";
    ClickId click;
    Timestamp at;

    void Fields(auto&& field) const {
        field("clickId", click);
        field("clickTime", at);
    }
    bool operator==(const ClickCredited&) const = default;
};

struct ClickNotCredited {
    static constexpr std::string_view kRule = "clickNotCredited";
    ClickId click;
    attribution::Outcome outcome = attribution::Outcome::kEarlierThanWinner;

    void Fields(auto&& field) const {
        field("clickId", click);
        field("outcome", outcome);
    }
    bool operator==(const ClickNotCredited&) const = default;
};

}  // namespace step

using Step =
    std::variant<step::Outcome, step::FromEvent, step::TotalReceived, step::DealApplied, step::Waiting, step::Converted,
                 step::TakenBack, step::FixedPrice, step::RevenueMoved, step::BaseMoved, step::ShareEarned,
                 step::TierCrossed, step::Qualified, step::PlayerPriced, step::PlayerTierCrossed, step::PlayerReRated,
                 step::ClawedBack, step::SubAffiliateShare, step::PayableLater, step::CountedLate, step::PlayerCredited,
                 step::ClickCredited, step::ClickNotCredited, step::ActivityCounted, step::NextTier,
                 step::ElseRateApplied, step::IntroRateApplied, step::Deducted, step::ProductShare, step::BrandReRated,
                 step::OtherBrandsReRated, step::WagersMoved, step::ConditionsMet, step::FirstDepositGrew,
                 step::PlayerExcluded, step::ReversedByHand, step::BaseCarried, step::RingFenced,
                 step::StatementFollowed, step::PoolCounted, step::VersionsCounted, step::OwnPeriodCounted>;

inline std::string_view RuleOf(const Step& step) {
    return std::visit([](const auto& one) { return std::remove_cvref_t<decltype(one)>::kRule; }, step);
}

// The step as one or more English sentences. Amounts have the digits of their currency.
std::string TextOf(const Step& step);

// The name of a component in the sentences.
std::string_view WordsOf(Component component);

}  // namespace fairlead::commission

#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/commission/engine.hpp"

namespace fairlead::commission {

// An event of the player that waits for a rate, and the first component that needs it.
struct WaitingEvent {
    Component component = Component::kCpa;
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
};

// An event with money that a minimum may count.
struct AskedEvent {
    events::EventType type = events::EventType::kDeposit;
    Timestamp time;
    Money money;
    bool waits = false;  // For a rate.
};

// What is known of a player whose pay is asked about.
struct AskedPlayer {
    const Plan* plan = nullptr;
    bool registered = false;
    bool attributed = false;  // Somebody brought it.
    Player player;            // Where both are true.
    PlayerState state;
    bool has_first_deposit = false;         // One was recorded, in time or not.
    bool has_ngr = false;                   // Likewise.
    std::int64_t deposit_count = 0;         // Deposits after the first one.
    std::span<const AskedEvent> events;     // First deposits, deposits, chargebacks and wagers, in any order.
    bool events_complete = true;            // False: these are only the newest.
    std::span<const Accrual> accruals;      // Its own, in any order.
    std::span<const WaitingEvent> waiting;  // Those of parents' shares are passed over.
    Timestamp now;
};

// The version that decides about the player's next event; none where no deal applies.
ChosenDeal DealOf(const AskedPlayer& asked);

// Why a first deposit is missing.
enum class FirstDepositReason : std::uint8_t {
    kNone,              // There was none, nor any other deposit.
    kDepositOnly,       // There were deposits, but no event first_deposit.
    kTooSmall,          // It is below the minimum.
    kWaitsForRate,      // It cannot be converted yet.
    kTooLate,           // It came after the days to qualify.
    kBeforeDeal,        // It came before the deal.
    kLateOrBeforeDeal,  // It came after the days to qualify, or before the deal.
};
inline constexpr std::array<std::string_view, 7> kFirstDepositReasonNames{
    "none", "depositOnly", "tooSmall", "waitsForRate", "tooLate", "beforeDeal", "lateOrBeforeDeal"};
constexpr std::string_view Name(FirstDepositReason reason) {
    return kFirstDepositReasonNames[static_cast<std::size_t>(reason)];
}

// What a deal asks for, or what else must be there before anything is paid.
enum class Condition : std::uint8_t {
    kRegistration,
    kAffiliate,
    kDeal,
    kMinFirstDeposit,
    kMinTotalDeposits,
    kMinWagered,
    kEvent,  // Everything is there, but only another event of the player makes it qualify.
    kMonthlyCap,
    kAmount,
    kChargeback,
    kNgr,
    kDurationMonths,
    kRate,
    kAdminFeePercent,
    kExchangeRate,
};
inline constexpr std::array<std::string_view, 15> kConditionNames{
    "registration", "affiliate",      "deal",       "minFirstDeposit", "minTotalDeposits",
    "minWagered",   "event",          "monthlyCap", "amount",          "chargeback",
    "ngr",          "durationMonths", "rate",       "adminFeePercent", "exchangeRate"};
constexpr std::string_view Name(Condition condition) { return kConditionNames[static_cast<std::size_t>(condition)]; }

// Why an event does not count towards a minimum.
enum class Exclusion : std::uint8_t { kWaitsForRate, kTooLate };
inline constexpr std::array<std::string_view, 2> kExclusionNames{"waitsForRate", "tooLate"};
constexpr std::string_view Name(Exclusion exclusion) { return kExclusionNames[static_cast<std::size_t>(exclusion)]; }

// An event that a minimum counts, or does not count.
struct CountedEvent {
    events::EventType type = events::EventType::kDeposit;
    Timestamp time;
    Money money;
    std::optional<Conversion> conversion;  // Nothing where it is in the deal's currency, or the rate used is unknown.
    std::optional<Exclusion> exclusion;    // Nothing where it counts.

    bool operator==(const CountedEvent&) const = default;
};

// One condition that is not met. Amounts are in the deal's currency.
struct Missing {
    Condition condition = Condition::kEvent;
    std::optional<Decimal> needed;
    std::optional<Decimal> have;
    std::optional<Decimal> missing;
    std::optional<Currency> currency;
    std::optional<std::int64_t> days_left;  // Whole days; nothing where there is no limit, 0 when it has passed.
    std::optional<FirstDepositReason> reason;
    std::int64_t deposits = 0;         // Of kDepositOnly: how many there were.
    std::vector<CountedEvent> events;  // What a minimum counts, by time; none where there are too many to list.

    bool operator==(const Missing&) const = default;
};

// The rule by which a component has not paid.
enum class UnpaidRule : std::uint8_t {
    kNotRegistered,         // Of no component, as are the next two.
    kOrganic,               //
    kNoDeal,                //
    kConditionsMissing,     // The player can still qualify.
    kCannotQualify,         // Its first deposit is too small for ever.
    kTimeExpired,           // The days to qualify are over.
    kClawedBack,            // A chargeback took the amount back.
    kCapped,                // The player qualified beyond the month's cap.
    kPaysNothing,           // The deal's price is 0.
    kWaitsForRate,          // What its revenue is worth is not known yet.
    kNoRevenue,             // There is no revenue.
    kRevenueEarnedNothing,  // There is revenue, which has earned nothing.
    kShareEnded,            // The months of the share are over.
    kZeroRate,              // The deal's rate is 0 %.
    kFeeTakesAll,           // The fee is 100 %.
    kNotAtRegistration,     // The player's deal had no CPL when the registration was recorded.
};
inline constexpr std::array<std::string_view, 16> kUnpaidRuleNames{
    "notRegistered", "organic",  "noDeal",      "conditionsMissing", "cannotQualify", "timeExpired",
    "clawedBack",    "capped",   "paysNothing", "waitsForRate",      "noRevenue",     "revenueEarnedNothing",
    "shareEnded",    "zeroRate", "feeTakesAll", "notAtRegistration"};
constexpr std::string_view Name(UnpaidRule rule) { return kUnpaidRuleNames[static_cast<std::size_t>(rule)]; }

// How many events wait for the same rate.
struct WaitingRate {
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
    std::int64_t events = 0;

    bool operator==(const WaitingRate&) const = default;
};

// A component that has not paid for the player, and why.
struct Unpaid {
    std::optional<Component> component;  // Nothing where no deal applies at all.
    UnpaidRule rule = UnpaidRule::kConditionsMissing;
    std::vector<Missing> missing;
    std::optional<std::int64_t> limit;      // The days to qualify, the months of a share, or the month's cap.
    std::optional<Timestamp> until;         // When the days or the months end.
    std::optional<std::int64_t> days_left;  // Whole days until then.
    std::optional<std::int64_t> position;   // Of a qualified player in its month.
    std::optional<Period> month;
    bool has_revenue = false;          // There is net gaming revenue of the player.
    std::vector<WaitingRate> waiting;  // The rates that its events wait for.
};

// Every component of the player's deal that has not paid. Fixed fees and shares of sub-affiliates are no matter of one
// player.
std::vector<Unpaid> WhyUnpaid(const AskedPlayer& asked);

// The same in English. Amounts have the digits of their currency.
std::string TextOf(const Unpaid& unpaid);

}  // namespace fairlead::commission

#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/commission/engine.hpp"

namespace fairlead::commission {

// An event of the player that waits for an exchange rate, and the first component that needs the rate.
struct UnpricedEvent {
    Component component = Component::kCpa;
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
};

// An event with money that a minimum may count.
struct AskedEvent {
    events::EventType type = events::EventType::kDeposit;
    Timestamp time;
    Money money;
    bool waits = false;  // Whether it waits for an exchange rate.
};

// The data of a player for which WhyUnpaid is asked.
struct AskedPlayer {
    const Plan* plan = nullptr;
    bool registered = false;
    bool attributed = false;  // An affiliate brought the player.
    Player player;            // Valid if both are true.
    PlayerState state;
    bool has_first_deposit = false;          // Whether one was recorded, in time or not.
    bool has_ngr = false;                    // The same for NGR.
    std::int64_t deposit_count = 0;          // The number of deposits after the first one.
    std::span<const AskedEvent> events;      // First deposits, deposits, chargebacks and wagers, in any order.
    bool events_complete = true;             // False if `events` has only the newest ones.
    std::span<const Accrual> accruals;       // The accruals for the player, in any order.
    std::span<const UnpricedEvent> waiting;  // Sub-affiliate shares are ignored.
    Activity activity = {};                  // Of the affiliate and the deal in the current period.
    Timestamp now;
};

// The version that applies to the player's next event. Nothing if no deal applies.
ChosenDeal DealOf(const AskedPlayer& asked);

// Why a first deposit is missing.
enum class FirstDepositReason : std::uint8_t {
    kNone,              // There is no deposit at all.
    kDepositOnly,       // There are deposits, but no first_deposit event.
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

// A condition that must be met before a component pays.
enum class Condition : std::uint8_t {
    kRegistration,
    kAffiliate,
    kDeal,
    kMinFirstDeposit,
    kMinTotalDeposits,
    kMinWagered,
    kEvent,  // All conditions are met, but the player qualifies only with its next event.
    kMonthlyCap,
    kAmount,
    kChargeback,
    kNgr,
    kDurationMonths,
    kRate,
    kAdminFeePercent,
    kExchangeRate,
    kMinBets,
    kKycVerified,
    kSelfExcluded,
    kBlocked,
    kNewDepositors,  // This and the next three: the activity that the deal requires.
    kQualifiedPlayers,
    kActivePlayers,
    kDeposits,
    kWager,
    kSuspension,
    kInactiveAfterMonths,
    kReversal,
};
inline constexpr std::array<std::string_view, 27> kConditionNames{"registration",
                                                                  "affiliate",
                                                                  "deal",
                                                                  "minFirstDeposit",
                                                                  "minTotalDeposits",
                                                                  "minWagered",
                                                                  "event",
                                                                  "monthlyCap",
                                                                  "amount",
                                                                  "chargeback",
                                                                  "ngr",
                                                                  "durationMonths",
                                                                  "rate",
                                                                  "adminFeePercent",
                                                                  "exchangeRate",
                                                                  "minBets",
                                                                  "kycVerified",
                                                                  "selfExcluded",
                                                                  "blocked",
                                                                  "newDepositors",
                                                                  "qualifiedPlayers",
                                                                  "activePlayers",
                                                                  "deposits",
                                                                  "wager",
                                                                  "suspension",
                                                                  "inactiveAfterMonths",
                                                                  "reversal"};
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
    std::optional<Conversion> conversion;  // Nothing if it is in the deal's currency, or if the rate is unknown.
    std::optional<Exclusion> exclusion;    // Nothing if it counts.

    bool operator==(const CountedEvent&) const = default;
};

// One condition that is not met. Amounts are in the deal's currency.
struct Missing {
    Condition condition = Condition::kEvent;
    std::optional<Decimal> needed;
    std::optional<Decimal> have;
    std::optional<Decimal> missing;
    std::optional<Currency> currency;
    std::optional<std::int64_t> days_left;  // Whole days. Nothing if there is no limit, 0 if it has passed.
    std::optional<FirstDepositReason> reason;
    std::int64_t deposits = 0;         // For kDepositOnly: the number of deposits.
    std::vector<CountedEvent> events;  // The events that a minimum counts, by time. Empty if there are too many.

    bool operator==(const Missing&) const = default;
};

// Why a component has not paid.
enum class UnpaidRule : std::uint8_t {
    kNotRegistered,         // This and the next two apply to all components.
    kOrganic,               //
    kNoDeal,                //
    kConditionsMissing,     // The player can still qualify.
    kCannotQualify,         // Its first deposit is too small, so it can never qualify.
    kTimeExpired,           // The days to qualify are over.
    kClawedBack,            // A chargeback took the amount back.
    kCapped,                // The player qualified above the cap of the period.
    kPaysNothing,           // The deal's price is 0.
    kWaitsForRate,          // Its NGR waits for an exchange rate.
    kNoRevenue,             // The player has no NGR.
    kRevenueEarnedNothing,  // The player has NGR, but it earned nothing.
    kShareEnded,            // The months of RevShare are over.
    kZeroRate,              // The deal's rate is 0 %.
    kFeeTakesAll,           // The admin fee is 100 %.
    kNotAtRegistration,     // The player's deal had no CPL when the registration was recorded.
    kExcluded,              // The player excluded itself or was blocked.
    kActivityMissing,       // The affiliate's activity of the period is less than the deal requires.
    kNoWagers,              // The player has placed no wagers that pay.
    kSuspended,             // All components: the affiliate is suspended, or was when events were recorded.
    kInactive,              // The player was inactive for longer than the deal allows.
    kReversedByHand,        // The operator reversed what the component had paid.
};
inline constexpr std::array<std::string_view, 22> kUnpaidRuleNames{
    "notRegistered", "organic",   "noDeal",      "conditionsMissing", "cannotQualify", "timeExpired",
    "clawedBack",    "capped",    "paysNothing", "waitsForRate",      "noRevenue",     "revenueEarnedNothing",
    "shareEnded",    "zeroRate",  "feeTakesAll", "notAtRegistration", "excluded",      "activityMissing",
    "noWagers",      "suspended", "inactive",    "reversedByHand"};
constexpr std::string_view Name(UnpaidRule rule) { return kUnpaidRuleNames[static_cast<std::size_t>(rule)]; }

// The number of events that wait for the same exchange rate.
struct WaitingRate {
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
    std::int64_t events = 0;

    bool operator==(const WaitingRate&) const = default;
};

// A component that has not paid for the player, and why.
struct Unpaid {
    std::optional<Component> component;  // Nothing if the rule concerns all components.
    UnpaidRule rule = UnpaidRule::kConditionsMissing;
    std::vector<Missing> missing;
    // The days to qualify, the months of RevShare or of inactivity, or the cap of the period. For a suspension: the
    // number of events that earned nothing.
    std::optional<std::int64_t> limit;
    std::optional<Timestamp> until;         // When the days or the months end.
    std::optional<std::int64_t> days_left;  // Whole days until then.
    std::optional<std::int64_t> position;   // The position of a qualified player in its period.
    std::optional<Period> period;
    bool has_revenue = false;          // Whether the player has NGR.
    std::vector<WaitingRate> waiting;  // The exchange rates that its events wait for.
};

// Returns every component of the player's deal that has not paid, except fixed fees and sub-affiliate shares, which do
// not depend on one player.
std::vector<Unpaid> WhyUnpaid(const AskedPlayer& asked);

// The reason in English. Amounts have the digits of their currency.
std::string TextOf(const Unpaid& unpaid);

}  // namespace fairlead::commission

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/id/ids.hpp"
#include "base/time/period.hpp"
#include "domain/deals/component.hpp"
#include "domain/deals/rev_share_sums.hpp"
#include "domain/money/money.hpp"

namespace fairlead::commission {

// The amount of an event, converted into the deal's currency.
struct Conversion {
    Money original;
    Decimal converted;
    Date rate_date;         // The day of the exchange rate.
    std::string rate_text;  // Empty if the currencies are the same.

    bool operator==(const Conversion&) const = default;
};

// The largest magnitude of a converted amount. If an amount is larger, its exchange rate must be wrong, and the accrual
// stays unpriced until there is another rate.
inline constexpr Decimal kConvertedMax = Decimal::FromUnits(Decimal::Units{1'000'000'000'000'000'000} * 10'000'000'000);

struct RevShareSeen {
    RevShareSums before;
    RevShareSums after;
    RateInput input_before = {};
    RateInput input_after = {};
    std::optional<Decimal> re_rated_base = {};  // For a re-rating of another brand: the base of that brand.
    // What ring-fenced players keep out of the base (docs/commission.md §6.4).
    RevShareSums fenced_before = {};
    RevShareSums fenced_after = {};

    // The sums that count: those without ring-fenced players.
    RevShareSums CountedBefore() const;
    RevShareSums CountedAfter() const;

    bool operator==(const RevShareSeen&) const = default;
};

// What set the price of a qualified player.
enum class PricedBy : std::uint8_t {
    kAmount,
    kTier,
    kCountry,
    kCap,
    kFirstDeposit,  // The amount of the first deposit.
    kReversed,      // The operator reversed an accrual of the player. No tier changes the price any more.
};

struct CpaSeen {
    std::int64_t position = 0;  // The player's position in the period.
    PricedBy priced_by = PricedBy::kAmount;
    Period period;          // The period of the position.
    Decimal first_deposit;  // This and the next two amounts are in the deal's currency.
    Decimal deposits;       // Less chargebacks.
    Decimal wagered;
    std::int64_t bets = 0;          // 0 if the deal does not count them.
    bool kyc = false;               // Whether the player's identity is verified. False if the deal does not need it.
    std::int64_t pool_players = 0;  // The qualified players of the period in all deals of the pool. 0 without a pool.

    bool operator==(const CpaSeen&) const = default;
};

// The wagers of one product in the period, or of all products without a rate of their own.
struct TurnoverSeen {
    std::string product;  // Empty for all without a rate of their own.
    Decimal before;
    Decimal after;

    bool operator==(const TurnoverSeen&) const = default;
};

// One movement of an affiliate's commission. It never changes after it is recorded.
struct Accrual {
    std::int64_t number = 0;  // 1, 2 … per operator, in the order in which they were recorded.
    AffiliateId affiliate;
    // A fixed fee has no player, brand and event. The re-rating of another brand has no player.
    std::optional<PlayerId> player;
    std::optional<BrandId> brand;
    std::optional<std::int64_t> event_seq;
    DealId deal;
    std::int32_t version = 1;
    Component component = Component::kCpa;
    Reason reason = Reason::kEarned;
    Period period;
    Timestamp event_time;                   // For a fixed fee, the last moment of its period.
    std::optional<Timestamp> payable_from;  // Set if it is not the event's time.
    bool late = false;                      // Its own period is already closed.
    Money amount{Decimal(), *Currency::Parse("EUR")};
    // For RevShare the change of the base, for turnover the wager, for a sub-affiliate share the sub-affiliate's
    // amount.
    std::optional<Decimal> base;
    std::optional<Decimal> rate;           // In percent, or the price of one player. Nothing if several applied.
    std::optional<std::int64_t> source;    // For a sub-affiliate share: the sub-affiliate's accrual.
    std::optional<std::int64_t> reverses;  // The accrual that this one takes back.

    // The values that the decision was based on, for explanations.
    std::optional<Conversion> conversion;
    std::optional<RevShareSeen> rev_share;
    std::optional<CpaSeen> cpa;
    std::optional<TurnoverSeen> turnover = {};

    // An accrual of zero is recorded if it moved the base or a position, but it is not shown.
    bool IsShown() const { return !amount.amount.IsZero() || reason == Reason::kCapped; }

    // Whether it says that the player has qualified.
    bool IsQualification() const {
        return component == Component::kCpa && (reason == Reason::kEarned || reason == Reason::kCapped);
    }

    bool operator==(const Accrual&) const = default;
};

// The id of an accrual contains its number, which finds the accrual, and the time at which it was recorded.
AccrualId AccrualIdOf(OperatorId owner, std::int64_t number, Timestamp recorded_at);
// Returns the number in an id. Accepts any id, also one that no accrual has.
std::int64_t NumberIn(AccrualId id);

// Writes and reads `conversion`, `rev_share`, `cpa` and `turnover`. DecodeSeen returns false if the bytes are damaged.
std::string EncodeSeen(const Accrual& accrual);
bool DecodeSeen(std::string_view bytes, Accrual& accrual);

}  // namespace fairlead::commission

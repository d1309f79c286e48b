#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/id/ids.hpp"
#include "base/time/date.hpp"
#include "domain/commission/component.hpp"
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

// The sums from which RevShare is calculated, for one affiliate, deal version and period.
struct RevShareSums {
    Decimal ngr;
    Decimal chargebacks;

    bool operator==(const RevShareSums&) const = default;
};

struct RevShareSeen {
    RevShareSums before;
    RevShareSums after;

    bool operator==(const RevShareSeen&) const = default;
};

// What set the price of a qualified player.
enum class PricedBy : std::uint8_t { kAmount, kTier, kCountry, kCap };

struct CpaSeen {
    std::int64_t position = 0;  // The player's position in the month.
    PricedBy priced_by = PricedBy::kAmount;
    Period month;           // The month of the position.
    Decimal first_deposit;  // This and the next two amounts are in the deal's currency.
    Decimal deposits;       // Less chargebacks.
    Decimal wagered;

    bool operator==(const CpaSeen&) const = default;
};

// One movement of an affiliate's commission. It never changes after it is recorded.
struct Accrual {
    std::int64_t number = 0;  // 1, 2 … per operator, in the order in which they were recorded.
    AffiliateId affiliate;
    std::optional<PlayerId> player;  // A fixed fee has no player, brand and event.
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
    std::optional<Decimal>
        base;  // For RevShare the change of the base, for a sub-affiliate share the sub-affiliate's amount.
    std::optional<Decimal> rate;           // In percent, or the price of one player. Nothing if several applied.
    std::optional<std::int64_t> source;    // For a sub-affiliate share: the sub-affiliate's accrual.
    std::optional<std::int64_t> reverses;  // The accrual that this one takes back.

    // The values that the decision was based on, for explanations.
    std::optional<Conversion> conversion;
    std::optional<RevShareSeen> rev_share;
    std::optional<CpaSeen> cpa;

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
// Returns the number in an id. The id need not be one of an accrual.
std::int64_t NumberIn(AccrualId id);

// Writes and reads `conversion`, `rev_share` and `cpa`. DecodeSeen returns false if the bytes are damaged.
std::string EncodeSeen(const Accrual& accrual);
bool DecodeSeen(std::string_view bytes, Accrual& accrual);

}  // namespace fairlead::commission

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/id/ids.hpp"
#include "base/time/date.hpp"
#include "domain/commission/component.hpp"
#include "domain/money/money.hpp"

namespace fairlead::commission {

// An amount of an event in the deal's currency, and how it came about.
struct Conversion {
    Money original;
    Decimal converted;
    Date rate_date;         // Of the rate that was used.
    std::string rate_text;  // Empty where the currencies are the same.

    bool operator==(const Conversion&) const = default;
};

// Beyond this, either way, no rate can be right: such an amount waits for another one.
inline constexpr Decimal kConvertedMax = Decimal::FromUnits(Decimal::Units{1'000'000'000'000'000'000} * 10'000'000'000);

// The sums a share of revenue is worked out from, of one affiliate, deal version and period.
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

// What a qualified player's amount was taken from.
enum class PricedBy : std::uint8_t { kAmount, kTier, kCountry, kCap };

struct CpaSeen {
    std::int64_t position = 0;  // Of the player in the month.
    PricedBy priced_by = PricedBy::kAmount;
    Period month;           // Whose positions these are.
    Decimal first_deposit;  // In the deal's currency, as are the next two.
    Decimal deposits;       // Less chargebacks.
    Decimal wagered;

    bool operator==(const CpaSeen&) const = default;
};

// One movement of what an affiliate has earned, never changed once recorded.
struct Accrual {
    std::int64_t number = 0;  // 1, 2 … per operator, in the order in which they were recorded.
    AffiliateId affiliate;
    std::optional<PlayerId> player;  // Nothing for a fixed fee, as are the next two.
    std::optional<BrandId> brand;
    std::optional<std::int64_t> event_seq;
    DealId deal;
    std::int32_t version = 1;
    Component component = Component::kCpa;
    Reason reason = Reason::kEarned;
    Period period;
    Timestamp event_time;                   // Of a fixed fee the last moment of its period.
    std::optional<Timestamp> payable_from;  // Where it is not the event's time.
    bool late = false;                      // It belongs to a period that was closed already.
    Money amount{Decimal(), *Currency::Parse("EUR")};
    std::optional<Decimal>
        base;  // Of a share of revenue what the base moved by, of a parent's share the child's amount.
    std::optional<Decimal> rate;           // In percent, or the price of one; nothing where several applied.
    std::optional<std::int64_t> source;    // Of a parent's share: the child's accrual.
    std::optional<std::int64_t> reverses;  // The accrual that this one takes back.

    // What the decision saw, for whoever asks why.
    std::optional<Conversion> conversion;
    std::optional<RevShareSeen> rev_share;
    std::optional<CpaSeen> cpa;

    // What moves nothing is recorded where the base or a position moved, but is nobody's business.
    bool IsShown() const { return !amount.amount.IsZero() || reason == Reason::kCapped; }

    // Whether it says that the player has qualified.
    bool IsQualification() const {
        return component == Component::kCpa && (reason == Reason::kEarned || reason == Reason::kCapped);
    }

    bool operator==(const Accrual&) const = default;
};

// The id of an accrual is made of its number, so that it can be found by it; the time is when it was recorded.
AccrualId AccrualIdOf(OperatorId owner, std::int64_t number, Timestamp recorded_at);
// The number in an id that may be one of an accrual.
std::int64_t NumberIn(AccrualId id);

// What an accrual has seen, as bytes and back. Nothing where the bytes are damaged.
std::string EncodeSeen(const Accrual& accrual);
bool DecodeSeen(std::string_view bytes, Accrual& accrual);

}  // namespace fairlead::commission

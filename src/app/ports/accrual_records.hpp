#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/ports/event_records.hpp"
#include "domain/commission/accrual.hpp"

namespace fairlead::app {

// Accruals as they are listed, and the questions for them.

enum class AccrualStatus : std::uint8_t { kFinal, kUnpriced };
inline constexpr std::array<std::string_view, 2> kAccrualStatusNames{"final", "unpriced"};

// An accrual that waits for a rate has its number among those that wait, counted on from here. So one number says where
// it is, and what waits comes before everything else in a list that has the newest first.
inline constexpr std::int64_t kHeldNumberFrom = std::int64_t{1} << 39;

// What there is to say about an id that no accrual has. One that waited has another id once it is priced.
inline std::string NoSuchAccrual(AccrualId id) {
    if (commission::NumberIn(id) <= kHeldNumberFrom) return "there is no such accrual";
    return "there is no such accrual; one that waited for an exchange rate has been worked out since and is found by "
           "its eventId";
}

// An accrual as it was recorded.
struct AccrualRecord {
    AccrualId id;
    AccrualStatus status = AccrualStatus::kFinal;
    Timestamp recorded_at;
    commission::Accrual accrual;  // Of one that waits the amount is 0, in the currency it will have.
    std::optional<EventId> event;
    std::optional<AccrualId> source;     // Of a parent's share: the child's accrual.
    std::optional<AccrualId> reverses;   // The accrual that this one takes back.
    std::optional<Currency> waits_from;  // The currency whose rate is missing.
};

struct AccrualQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<std::int64_t> before;  // The cursor, a number; the newest come first.
    std::optional<AccrualId> id;
    std::optional<AffiliateId> affiliate;
    std::optional<PlayerId> player;
    std::optional<BrandId> brand;
    std::optional<DealId> deal;
    std::optional<std::int32_t> version;
    std::optional<commission::Component> component;
    std::optional<EventId> event;
    std::optional<Period> period;
    std::optional<AccrualStatus> status;
    std::optional<bool> late;
    std::optional<Currency> currency;
    TimeRange event_time;
    std::optional<commission::Reason> reason;
    std::optional<Decimal> amount;
    std::optional<Decimal> base;
    std::optional<Timestamp> happened_at;  // Exactly, as are the next two.
    std::optional<Timestamp> recorded_at;
    std::optional<Timestamp> payable_from;
};
using AccrualPage = Page<AccrualRecord, std::int64_t>;

}  // namespace fairlead::app

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/ports/event_records.hpp"
#include "domain/accruals/accrual.hpp"

namespace fairlead::app {

// Accruals in lists, and the queries for them.

enum class AccrualStatus : std::uint8_t { kFinal, kUnpriced };
inline constexpr std::array<std::string_view, 2> kAccrualStatusNames{"final", "unpriced"};

// The numbers of unpriced accruals start here. So the number alone shows the kind, and unpriced accruals come first in
// a list with the newest first.
inline constexpr std::int64_t kUnpricedNumberFrom = std::int64_t{1} << 39;

// The error for an unknown id. An unpriced accrual gets another id when it is priced.
inline std::string NoSuchAccrual(AccrualId id) {
    if (commission::NumberIn(id) <= kUnpricedNumberFrom) return "there is no such accrual";
    return "there is no such accrual. An unpriced accrual gets a new id when it is priced and is found by its eventId";
}

// A recorded accrual.
struct AccrualRecord {
    AccrualId id;
    AccrualStatus status = AccrualStatus::kFinal;
    Timestamp recorded_at;
    commission::Accrual accrual;  // If unpriced, the amount is 0 in the currency that it will have.
    std::optional<EventId> event;
    std::optional<AccrualId> source;     // If this is a sub-affiliate share: the accrual of the sub-affiliate.
    std::optional<AccrualId> reverses;   // The accrual that this one reverses.
    std::optional<Currency> waits_from;  // The currency whose rate is missing.
};

struct AccrualQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<std::int64_t> before;  // The cursor, a number. The newest accruals come first.
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
    std::optional<Timestamp> happened_at;  // An exact match, like the next two members.
    std::optional<Timestamp> recorded_at;
    std::optional<Timestamp> payable_from;
    bool without_period = false;  // Asks for accruals without a period: there are none.
};
using AccrualPage = Page<AccrualRecord, std::int64_t>;

}  // namespace fairlead::app

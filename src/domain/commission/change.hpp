#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/time/time_zone.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/commission/dated_rate.hpp"
#include "domain/commission/terms.hpp"

namespace fairlead::commission {

// Everything that is no event and yet moves money, as it was recorded. What pays whom at any moment is the sum of
// these: see Plan.

struct OperatorChanged {
    std::string time_zone_name;
    TimeZone time_zone;
    Currency base_currency = *Currency::Parse("EUR");
    Decimal min_payout;
};

struct BrandChanged {
    BrandId brand;
    catalogue::NgrMode ngr_mode = catalogue::NgrMode::kDelta;
};

struct AffiliateChanged {
    AffiliateId affiliate;
    std::vector<DealId> deals;
    std::optional<AffiliateId> parent;
    std::optional<Decimal> min_payout;
};

// A deal with all but its versions, which are kept from before.
struct DealChanged {
    Deal deal;
};

struct DealVersionAdded {
    DealId deal;
    DealVersion version;
};

// A version that will not start.
struct DealVersionWithdrawn {
    DealId deal;
    std::int32_t version = 0;
    Timestamp at;
};

struct RateSet {
    DatedRate rate;
};

// A month that takes no more accruals: of one affiliate, or of all that there are and will be.
struct PeriodClosed {
    std::optional<AffiliateId> affiliate;
    Period period;
};

// A player given to another affiliate by hand.
struct PlayerReassigned {
    PlayerId player;
    std::optional<AffiliateId> before;
    AffiliateId after;
};

// The first so many held accruals whose rate was known were processed.
struct HeldResolved {
    std::int64_t count = 0;
};

struct Adjusted {
    AdjustmentId id;
    AffiliateId affiliate;
    Money money;
    std::string reason;
    std::string actor;
};

using Change = std::variant<OperatorChanged, BrandChanged, AffiliateChanged, DealChanged, DealVersionAdded, RateSet,
                            PeriodClosed, PlayerReassigned, HeldResolved, Adjusted, DealVersionWithdrawn>;

}  // namespace fairlead::commission

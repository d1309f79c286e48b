#include "domain/reporting/group_keys.hpp"

#include <algorithm>
#include <array>

namespace fairlead::reporting {
namespace {

constexpr std::array kGroupKeys{
    GroupKey{"date", "The day in the operator's time zone, as 2026-03-10", TimeBucket::kDate},
    GroupKey{"hour", "The hour in the operator's time zone, as 2026-03-10T14+01:00", TimeBucket::kHour},
    GroupKey{"week", "The week from Monday to Sunday, as 2026-W11", TimeBucket::kWeek},
    GroupKey{"month", "The calendar month, as 2026-03", TimeBucket::kMonth},
    GroupKey{"brand", "The brand's name", Dimension::kBrand},
    GroupKey{
        "affiliate",
        "The name of the affiliate that brought the click or the player; (organic) if there is none, (unregistered) "
        "before the player's registration",
        Dimension::kAffiliate},
    GroupKey{"campaign", "The name of the link's campaign", Dimension::kCampaign},
    GroupKey{"creative", "The name of the creative that was seen or clicked", Dimension::kCreative},
    GroupKey{"link", "The name of the tracking link, or its code", Dimension::kLink},
    GroupKey{"source", "The name of the link's marketing source", Dimension::kSource},
    GroupKey{"country", "The two-letter country of the visitor or player", Dimension::kCountry},
    GroupKey{"geoTarget", "The country that the link is meant for", Dimension::kGeoTarget},
    GroupKey{"device", "The visitor's kind of device", Dimension::kDevice},
    GroupKey{"os", "The visitor's operating system", Dimension::kOs},
    GroupKey{"browser", "The visitor's browser", Dimension::kBrowser},
    GroupKey{"sub1", "The first SubID of the click", Dimension::kSub1},
    GroupKey{"sub2", "The second SubID of the click", Dimension::kSub2},
    GroupKey{"sub3", "The third SubID of the click", Dimension::kSub3},
    GroupKey{"sub4", "The fourth SubID of the click", Dimension::kSub4},
    GroupKey{"sub5", "The fifth SubID of the click", Dimension::kSub5},
    GroupKey{"player", "The operator's own reference of the player", Dimension::kPlayer},
    GroupKey{"product", "The product that the event names", Dimension::kProduct},
    GroupKey{"game", "The game that the event names", Dimension::kGame},
    GroupKey{"deal", "For commission, the name of the deal that pays it; for events, the name of the player's deal",
             Dimension::kDeal},
    GroupKey{"period",
             "The period of the statement that commission belongs to, as 2026-03, 2026-03-H1 or 2026-W11; clicks, "
             "impressions and events have none",
             Dimension::kPeriod},
    GroupKey{
        "currency",
        "The currency: for events their own, for commission the deal's. Rows are then in that currency, totals in the "
        "base currency",
        Dimension::kCurrency},
    GroupKey{"eventType", "The type of the event; clicks, impressions and commission have none", EventTypeGroup{}},
};

}  // namespace

std::span<const GroupKey> GroupKeys() { return kGroupKeys; }

const GroupKey* FindGroupKey(std::string_view name) {
    const auto found = std::ranges::find(kGroupKeys, name, &GroupKey::name);
    return found == kGroupKeys.end() ? nullptr : &*found;
}

}  // namespace fairlead::reporting

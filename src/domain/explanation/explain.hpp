#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/time/time_zone.hpp"
#include "domain/commission/accrual.hpp"
#include "domain/commission/plan.hpp"
#include "domain/events/event.hpp"
#include "domain/explanation/explanation.hpp"

namespace fairlead::commission {

// An accrual with what it follows from. Pointers are null where there is no such thing; all must outlive the call.
struct ExplainedAccrual {
    const Accrual* accrual = nullptr;
    const Deal* deal = nullptr;
    const TimeZone* zone = nullptr;          // The operator's.
    const events::Event* event = nullptr;    // Null for a fixed fee.
    std::optional<Timestamp> registered_at;  // Of the player.
    std::optional<Decimal> ngr_delta;        // What the event added, where that is not its amount.
    const Accrual* child = nullptr;          // Of a parent's share.
    std::optional<Currency> waits_from;      // The currency whose rate is missing, where the accrual waits for one.
    std::optional<FoundRate> rate;           // Of one that waits: the rate there is nevertheless.
    std::optional<ReRating> re_rating;       // Of a player that reached a tier of the whole month.
    std::string affiliate_name;              // As people know them, as are the next two.
    std::string brand_name;
    std::string child_name;  // Of a parent's share: the sub-affiliate; empty where the reader is not to know.
};

// A number of the calculation under its name.
struct Figure {
    std::string_view name;
    std::variant<Decimal, std::int64_t, std::string> value;

    bool operator==(const Figure&) const = default;
};

struct MoneyExplanation {
    std::string formula;
    std::vector<Figure> figures;  // Its numbers; among them `earnedBefore`, `earnedAfter` and `amount`.
    std::vector<Step> steps;      // In the order in which a person would tell it.
};

// Which rule chose the version of a deal for a player.
VersionRule VersionRuleOf(const Deal& deal, const DealVersion* version, std::optional<Timestamp> registered_at,
                          const TimeZone& zone);

// How an accrual came to its amount. Pure: it repeats the decision's own arithmetic on what the decision saw.
MoneyExplanation ExplainMoney(const ExplainedAccrual& explained);

}  // namespace fairlead::commission

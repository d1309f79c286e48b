#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/time/time_zone.hpp"
#include "domain/accruals/accrual.hpp"
#include "domain/events/event.hpp"
#include "domain/explanation/explanation.hpp"
#include "domain/plans/plan.hpp"

namespace fairlead::commission {

// An accrual and the data that explain it. Missing data are null pointers. All must outlive the call.
struct ExplainedAccrual {
    const Accrual* accrual = nullptr;
    const Deal* deal = nullptr;
    const TimeZone* zone = nullptr;          // The operator's.
    StatementCalendar calendar = {};         // The affiliate's.
    std::optional<Period> followed = {};     // If it follows a sub-affiliate's statement: its period, if known.
    const events::Event* event = nullptr;    // Null for a fixed fee.
    std::optional<Timestamp> registered_at;  // The registration of the player.
    std::optional<Decimal> ngr_delta;        // What the event added, if that is not its amount.
    const Accrual* child = nullptr;          // For a sub-affiliate share: the sub-affiliate's accrual.
    std::optional<Currency> waits_from;      // For an unpriced accrual: the currency whose exchange rate is missing.
    std::optional<FoundRate> rate;           // For an unpriced accrual: the rate that exists but cannot be right.
    std::optional<ReRating> re_rating;       // If the player reached a tier for the whole period.
    // The versions that share the state of the accrual (shared_versions.hpp). Empty if its version is alone.
    std::vector<std::int32_t> shared_versions = {};
    std::string affiliate_name;
    std::string brand_name;
    std::string reversal_reason = {};  // For a reversal by hand: why and who. Empty if the reader may not see them.
    std::string reversal_actor = {};
    std::string child_name;  // For a sub-affiliate share: the sub-affiliate. Empty if the reader may not see it.
};

// A number of the calculation, with its name.
struct Figure {
    std::string_view name;
    std::variant<Decimal, std::int64_t, std::string> value;

    bool operator==(const Figure&) const = default;
};

struct MoneyExplanation {
    std::string formula;
    std::vector<Figure> figures;  // Its numbers, among them `earnedBefore`, `earnedAfter` and `amount`.
    std::vector<Step> steps;      // In the order in which a person would explain it.
};

// The rule that chose the version of a deal for a player.
VersionRule VersionRuleOf(const Deal& deal, const DealVersion* version, std::optional<Timestamp> registered_at,
                          const TimeZone& zone);

// Explains the amount of an accrual. It repeats the calculation of the decision with the values that were recorded.
MoneyExplanation ExplainMoney(const ExplainedAccrual& explained);

}  // namespace fairlead::commission

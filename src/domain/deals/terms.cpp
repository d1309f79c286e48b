#include "domain/deals/terms.hpp"

#include <algorithm>

namespace fairlead::commission {

bool Scope::Fits(BrandId brand, std::string_view country) const {
    const auto has = [](const auto& list, const auto& wanted) {
        return list.empty() || std::ranges::find(list, wanted) != list.end();
    };
    return has(brands, brand) && has(countries, country);
}

std::optional<Decimal> SubAffiliateTerms::PercentAt(std::size_t level) const {
    if (level <= 1) return percent_of_commission;
    return level - 2 < more_levels.size() ? std::optional(more_levels[level - 2]) : std::nullopt;
}

const DealVersion* Deal::VersionOn(Date date) const {
    const DealVersion* in_force = nullptr;
    for (const DealVersion& version : NotWithdrawn()) {
        const bool begun = !version.effective_from || *version.effective_from <= date;
        if (begun && (in_force == nullptr || version.effective_from >= in_force->effective_from)) in_force = &version;
    }
    return in_force;
}

std::vector<const DealVersion*> Deal::UpcomingAfter(Date date) const {
    std::map<Date, const DealVersion*> by_first_day;
    for (const DealVersion& version : NotWithdrawn()) {
        if (version.effective_from && *version.effective_from > date) by_first_day[*version.effective_from] = &version;
    }
    const auto upcoming = by_first_day | std::views::values;
    return {upcoming.begin(), upcoming.end()};
}

const DealVersion* Deal::Version(std::int32_t number) const {
    const auto found = std::ranges::find(versions, number, &DealVersion::number);
    return found == versions.end() ? nullptr : &*found;
}

}  // namespace fairlead::commission

#include "domain/explanation/shared_versions.hpp"

#include <algorithm>

namespace fairlead::commission {
namespace {

bool IsOfLadder(const Accrual& accrual) {
    return (accrual.component == Component::kRevShare && accrual.rev_share) ||
           (accrual.IsQualification() && accrual.cpa);
}

bool HasEqualTerms(const Terms& one, const Terms& other, Component component) {
    return component == Component::kCpa ? one.cpa == other.cpa : one.rev_share == other.rev_share;
}

// Whether the group has sums or positions of its own.
bool HasOwnState(const GroupState& group, Component component) {
    return component == Component::kCpa ? !group.positions.empty() : group.sums != RevShareSums{};
}

}  // namespace

std::vector<StateKey> StatesOfEqualTerms(const Deal& deal, const Accrual& accrual, const StatementCalendar& calendar,
                                         const TimeZone& zone) {
    const DealVersion* own = deal.Version(accrual.version);
    if (own == nullptr || !IsOfLadder(accrual)) return {};
    Period period = accrual.period;
    if (accrual.cpa) {
        period = accrual.cpa->period;
    } else if (deal.late_events == LateEvents::kOwnPeriod) {
        period = calendar.PeriodOn(zone.DateOf(accrual.event_time));
    }
    std::vector<StateKey> states;
    for (const DealVersion& version : deal.versions) {
        if (!HasEqualTerms(version.terms, own->terms, accrual.component)) continue;
        states.push_back({accrual.affiliate, period, deal.id, version.number});
    }
    return states.size() > 1 ? states : std::vector<StateKey>();
}

std::vector<std::int32_t> SharingVersions(const Accrual& accrual, std::span<const StateKey> states,
                                          std::span<const GroupState> groups) {
    std::vector<std::int32_t> versions;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const bool own = states[i].version == accrual.version;
        // A version that shares the state of the first has lines of its own, but no sums and positions.
        const bool earns =
            std::ranges::find(groups[i].lines, accrual.component, &LineSum::component) != groups[i].lines.end();
        const bool shares = i == 0 || ((own || earns) && !HasOwnState(groups[i], accrual.component));
        if (own && !shares) return {};
        if (shares) versions.push_back(states[i].version);
    }
    return versions.size() > 1 ? versions : std::vector<std::int32_t>();
}

}  // namespace fairlead::commission

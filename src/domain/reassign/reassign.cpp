#include "domain/reassign/reassign.hpp"

#include <algorithm>
#include <ranges>
#include <tuple>

#include "base/assert.hpp"

namespace fairlead::commission {

std::vector<std::int64_t> MoveEarnings(CommissionEngine& engine, PlayerMove move, PlayerState& state,
                                       const std::function<void(const PlayerEvent* event)>& after) {
    std::vector<std::int64_t> dropped;
    if (move.from == move.to) return dropped;
    if (move.from) {
        move.player.affiliate = *move.from;
        dropped = engine.Leave(move.player, state, move.accruals, move.unpriced);
        after(nullptr);
    }
    if (!move.to) return dropped;
    move.player.affiliate = *move.to;
    std::ranges::sort(move.events, {}, [](const PlayerEvent& event) {
        return std::tuple(event.type != events::EventType::kRegistration, event.time, event.seq);
    });
    for (const PlayerEvent& event : move.events) {
        engine.OnEvent(move.player, state, event);
        after(&event);
    }
    return dropped;
}

const Accrual* FindQualification(const PlayerState& state, std::span<const Accrual> accruals) {
    if (state.cpa == CpaStanding::kOpen) return nullptr;
    const auto newest_first = accruals | std::views::reverse;
    const auto found = std::ranges::find_if(newest_first, &Accrual::IsQualification);
    return found == std::ranges::end(newest_first) ? nullptr : &*found;
}

bool FollowsTheLink(const Accrual& accrual, AffiliateId affiliate) {
    return accrual.affiliate == affiliate && accrual.component != Component::kSubAffiliate;
}

Timestamp StartOfStay(std::span<const Assignment> assignments) {
    FAIRLEAD_ASSERT(!assignments.empty());
    std::size_t first = assignments.size() - 1;
    while (first > 0 && assignments[first - 1].affiliate == assignments.back().affiliate) --first;
    return assignments[first].decided_at;
}

}  // namespace fairlead::commission

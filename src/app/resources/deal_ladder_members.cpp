#include "app/resources/deal_ladder_members.hpp"

namespace fairlead::app {
namespace {

using commission::Deal;

constexpr std::string_view kFixedMember =
    "cannot be changed: amounts are already computed with it. Create another deal";

Errors CheckPool(const OperatorEntry& own, const Deal& deal) {
    if (deal.tier_pool.empty()) return {};
    const auto& terms = deal.versions.back().terms;
    const bool slices = terms.rev_share && !terms.rev_share->tiers.empty() &&
                        terms.rev_share->tier_mode == commission::TierMode::kMarginal;
    if (slices) {
        return Wrong(ErrorCode::kInvalidValue, "must be whole in a deal with a tierPool: slices have no common base",
                     "/terms/revShare/tierMode");
    }
    for (const Deal& each : own.records.deals) {
        const bool beside = each.id != deal.id && each.tier_pool == deal.tier_pool;
        if (!beside || each.versions.back().terms.currency == terms.currency) continue;
        return Wrong(ErrorCode::kInvalidValue, "has deals in another currency. Deals of one pool have one currency",
                     "/tierPool");
    }
    return {};
}

}  // namespace

Member<Deal> TierPoolMember() {
    return OptionalTextMember("tierPool", &Deal::tier_pool)
        .Says(
            "A label. Deals of an affiliate with the same label are counted together for `from` of their tiers, each "
            "with its own rates. It cannot be changed");
}

Member<Deal> LateEventsMember() {
    return NameMember("lateEvents", &Deal::late_events, commission::kLateEventsNames)
        .Says(
            "Whether an event of a closed month counts in the first open month, or is computed with the sums of its "
            "own month and booked in the first open one. It cannot be changed");
}

Errors CheckLadder(const OperatorEntry& own, const Deal* before, const Deal& after) {
    if (before != nullptr && before->tier_pool != after.tier_pool) {
        return Wrong(ErrorCode::kInvalidValue, std::string(kFixedMember), "/tierPool");
    }
    if (before != nullptr && before->late_events != after.late_events) {
        return Wrong(ErrorCode::kInvalidValue, std::string(kFixedMember), "/lateEvents");
    }
    return CheckPool(own, after);
}

}  // namespace fairlead::app

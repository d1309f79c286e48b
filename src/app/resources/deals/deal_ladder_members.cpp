#include "app/resources/deals/deal_ladder_members.hpp"

namespace fairlead::app {
namespace {

using commission::Deal;

constexpr std::string_view kFixedMember =
    "cannot be changed after the deal was created, because amounts can already depend on it. Create another deal";

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

// A base that is carried or kept out of the period belongs to one deal and to one period that is still open.
Errors CheckNegativePeriods(const Deal& deal) {
    const auto& share = deal.versions.back().terms.rev_share;
    if (!share || (!share->negative.carry_base && !share->negative.high_roller)) return {};
    const char* member =
        share->negative.carry_base ? "/terms/revShare/negative/carryBase" : "/terms/revShare/negative/highRoller";
    if (!deal.tier_pool.empty()) return Wrong(ErrorCode::kInvalidValue, "cannot be used with a tierPool", member);
    if (deal.late_events == commission::LateEvents::kOwnPeriod) {
        return Wrong(ErrorCode::kInvalidValue, "cannot be used with lateEvents ownMonth", member);
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
            "Whether an event of a closed period counts in the first open period, or is computed with the sums of its "
            "own period and booked in the first open one. It cannot be changed");
}

Errors CheckLadder(const OperatorEntry& own, const Deal* before, const Deal& after) {
    if (before != nullptr && before->tier_pool != after.tier_pool) {
        return Wrong(ErrorCode::kInvalidValue, std::string(kFixedMember), "/tierPool");
    }
    if (before != nullptr && before->late_events != after.late_events) {
        return Wrong(ErrorCode::kInvalidValue, std::string(kFixedMember), "/lateEvents");
    }
    if (Errors errors = CheckNegativePeriods(after); !errors.empty()) return errors;
    return CheckPool(own, after);
}

}  // namespace fairlead::app

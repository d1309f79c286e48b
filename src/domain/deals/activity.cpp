#include "domain/deals/activity.hpp"

namespace fairlead::commission {
namespace {

ActivityParts NeededParts(const Requirements& needs) {
    return {needs.new_depositors.has_value(), needs.qualified_players.has_value(), needs.active_players.has_value(),
            needs.deposits.has_value()};
}

ActivityParts NeededParts(TierBy by) {
    return {by == TierBy::kNewDepositors, by == TierBy::kQualifiedPlayers, by == TierBy::kActivePlayers,
            by == TierBy::kDeposits};
}

}  // namespace

Activity& Activity::operator+=(const Activity& other) {
    new_depositors += other.new_depositors;
    qualified_players += other.qualified_players;
    active_players += other.active_players;
    deposits += other.deposits;
    return *this;
}

Activity Activity::operator-() const { return {-new_depositors, -qualified_players, -active_players, -deposits}; }

ActivityParts ActivityParts::operator|(const ActivityParts& other) const {
    return {new_depositors || other.new_depositors, qualified_players || other.qualified_players,
            active_players || other.active_players, deposits || other.deposits};
}

ActivityParts PartsIn(const RevShareTerms& terms) {
    ActivityParts parts = NeededParts(terms.tier_by);
    if (terms.needs) parts = parts | NeededParts(terms.needs->needs);
    for (const RevShareTier& tier : terms.tiers) parts = parts | NeededParts(tier.needs);
    return parts;
}

Decimal MeasureOf(TierBy by, const Activity& activity, int digits) {
    switch (by) {
        case TierBy::kNewDepositors: return Decimal::FromInteger(activity.new_depositors);
        case TierBy::kQualifiedPlayers: return Decimal::FromInteger(activity.qualified_players);
        case TierBy::kActivePlayers: return Decimal::FromInteger(activity.active_players);
        case TierBy::kDeposits: return activity.deposits.RoundedTo(digits);
        case TierBy::kBase: break;
    }
    return {};
}

bool AreMet(const Requirements& needs, const Activity& activity, int digits) {
    return (!needs.new_depositors || activity.new_depositors >= *needs.new_depositors) &&
           (!needs.qualified_players || activity.qualified_players >= *needs.qualified_players) &&
           (!needs.active_players || activity.active_players >= *needs.active_players) &&
           (!needs.deposits || activity.deposits.RoundedTo(digits) >= *needs.deposits);
}

}  // namespace fairlead::commission

#include "domain/commission/cpa_conditions.hpp"

#include <algorithm>
#include <functional>

#include "domain/money/minor_unit.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

constexpr std::int64_t kMicrosPerHour = kMicrosPerDay / 24;
// A bound of the state. Players make far fewer deposits within a few hours.
constexpr std::size_t kEarlyDepositsMax = 100;

// If the day of the event decides the version, everything that any version needs is remembered.
template <class Needs>
bool AnyVersion(const Scene& scene, Needs needs) {
    const auto has = [&](const DealVersion& version) {
        return version.terms.cpa && std::invoke(needs, *version.terms.cpa);
    };
    if (scene.chosen.deal->binding != Binding::kEvent) return has(*scene.chosen.version);
    return std::ranges::any_of(scene.chosen.deal->NotWithdrawn(), has);
}

// Whether a deposit at this time belongs to the player's first deposit.
bool BelongsToFirstDeposit(const PlayerState& state, const std::optional<CpaTerms>& terms, Timestamp time) {
    if (!terms || !terms->first_deposit_window_hours || !state.first_deposit_at) return false;
    const std::int64_t after = time.micros - state.first_deposit_at->micros;
    return after >= 0 && after <= *terms->first_deposit_window_hours * kMicrosPerHour;
}

// Events can arrive in any order: deposits that were recorded before the first one can belong to it, too.
void CountFirstDeposit(Scene& scene, const std::optional<CpaTerms>& terms) {
    PlayerState& state = scene.state;
    state.first_deposit = scene.amount;
    const auto needs_time = [](const CpaTerms& each) {
        return each.first_deposit_window_hours || each.qualify_from == QualifyFrom::kFirstDeposit;
    };
    if (AnyVersion(scene, needs_time)) state.first_deposit_at = scene.event.time;
    for (const EarlyDeposit& each : state.early_deposits) {
        if (BelongsToFirstDeposit(state, terms, each.time)) *state.first_deposit += each.amount;
    }
    state.early_deposits.clear();
}

void KeepEarlyDeposit(Scene& scene) {
    PlayerState& state = scene.state;
    const bool full = state.early_deposits.size() == kEarlyDepositsMax;
    const auto has_window = [](const CpaTerms& terms) { return terms.first_deposit_window_hours.has_value(); };
    if (state.first_deposit || full || !AnyVersion(scene, has_window)) return;
    state.early_deposits.push_back({scene.event.time, scene.amount});
}

// The deposits of a qualified player matter only if there is a chargeback, and are then read from the record.
void CountDeposit(Scene& scene) {
    PlayerState& state = scene.state;
    if (!LeavesLaterDeposits(scene) || state.cpa != CpaStanding::kQualified) {
        state.deposits += scene.amount;
    } else if (state.counted_until) {
        state.later_deposits.sum += scene.amount;
    } else {
        state.deposits += scene.amount;
        state.counted_until = scene.event.seq;
    }
}

void CountBet(Scene& scene) {
    scene.state.wagered_in_time += scene.amount;
    if (AnyVersion(scene, [](const CpaTerms& terms) { return terms.min_bets > 0; })) ++scene.state.bets_in_time;
}

}  // namespace

bool LeavesLaterDeposits(const Scene& scene) {
    return scene.plan().rules() >= kRulesOfLaterDeposits && scene.event.in_order && !scene.conversion &&
           scene.state.version != 0;
}

std::optional<Timestamp> CpaDeadline(const CpaTerms& terms, const PlayerState& state, Timestamp registered_at) {
    if (!terms.qualify_within_days) return std::nullopt;
    const auto start =
        terms.qualify_from == QualifyFrom::kRegistration ? std::optional(registered_at) : state.first_deposit_at;
    if (!start) return std::nullopt;
    return Timestamp{start->micros + *terms.qualify_within_days * kMicrosPerDay};
}

Decimal Compared(Decimal amount, const std::optional<int>& digits) {
    return digits ? amount.RoundedTo(*digits) : amount;
}

std::optional<int> ComparedDigits(const Plan& plan, const Terms& terms) {
    return plan.rules() >= kRulesOfBrands ? std::optional(MinorUnitDigits(terms.currency)) : std::nullopt;
}

bool CountForCpa(Scene& scene, const std::optional<CpaTerms>& terms, bool in_time) {
    PlayerState& state = scene.state;
    const Decimal amount = scene.amount;
    const bool counts = in_time && state.cpa == CpaStanding::kOpen;
    switch (scene.event.type) {
        case EventType::kFirstDeposit:
            if (in_time) CountFirstDeposit(scene, terms);
            state.deposits += amount;
            if (counts) state.deposits_in_time += amount;
            break;
        case EventType::kDeposit:
            CountDeposit(scene);
            if (counts) state.deposits_in_time += amount;
            if (counts) KeepEarlyDeposit(scene);
            break;
        case EventType::kWagerPlaced:
            if (counts) CountBet(scene);
            break;
        case EventType::kKycVerified:
            if (counts && AnyVersion(scene, &CpaTerms::requires_kyc)) state.kyc_in_time = true;
            break;
        case EventType::kSelfExclusion:
            if (state.cpa == CpaStanding::kOpen && AnyVersion(scene, &CpaTerms::excludes_self_excluded))
                state.self_excluded = true;
            break;
        case EventType::kPlayerBlocked:
            if (state.cpa == CpaStanding::kOpen && AnyVersion(scene, &CpaTerms::excludes_blocked)) state.blocked = true;
            break;
        default:
            state.chargebacks += amount;
            if (counts) state.chargebacks_in_time += amount;
    }
    const bool grows =
        scene.event.type == EventType::kDeposit && in_time && BelongsToFirstDeposit(state, terms, scene.event.time);
    if (grows) *state.first_deposit += amount;
    return grows;
}

bool Excludes(const CpaTerms& terms, EventType type) {
    return (type == EventType::kSelfExclusion && terms.excludes_self_excluded) ||
           (type == EventType::kPlayerBlocked && terms.excludes_blocked);
}

bool MeetsConditions(const CpaTerms& terms, const PlayerState& state, const std::optional<int>& digits) {
    if ((terms.excludes_self_excluded && state.self_excluded) || (terms.excludes_blocked && state.blocked))
        return false;
    return state.first_deposit && Compared(*state.first_deposit, digits) >= terms.min_first_deposit &&
           Compared(state.deposits_in_time - state.chargebacks_in_time, digits) >= terms.min_total_deposits &&
           Compared(state.wagered_in_time, digits) >= terms.min_wagered && state.bets_in_time >= terms.min_bets &&
           (!terms.requires_kyc || state.kyc_in_time);
}

}  // namespace fairlead::commission

#include "domain/simulation/replayed_terms.hpp"

#include <algorithm>
#include <limits>

#include "domain/statements/parents.hpp"

namespace fairlead::simulation {

using commission::AffiliateChanged;
using commission::Change;
using commission::UnpricedResolved;

namespace {

constexpr UnpricedResolved kResolveAll{std::numeric_limits<std::int64_t>::max()};

// The most groups of open periods. A group has the sums of an affiliate, a deal version and a period: about 1 KB.
constexpr std::size_t kGroupsOfOpenPeriodsMax = 500'000;

}  // namespace

ReplayedTerms::ReplayedTerms(Selection selection, std::optional<commission::Deal> deal,
                             commission::Replay::ChangedLater changed_later)
    : selection_(std::move(selection)), deal_(std::move(deal)), replay_(std::move(changed_later)) {
    if (!deal_) return;
    replay_.Apply(commission::DealChanged{*deal_});
    for (const commission::DealVersion& version : deal_->versions) {
        replay_.Apply(commission::DealVersionAdded{deal_->id, version});
    }
}

void ReplayedTerms::Take(const commission::RecordedCommit& commit) {
    for (const Change& change : commit.changes) {
        if (const auto* affiliate = std::get_if<AffiliateChanged>(&change)) {
            first_days_.try_emplace(affiliate->affiliate, plan().zone().DateOf(commit.recorded_at));
        }
        Apply(change);
    }
    for (const commission::RecordedEvent& event : commit.events) {
        replay_.OnEvent(event);
        const auto deltas = replay_.TakeNgrDeltas();
        const auto delta = deltas.empty() ? std::nullopt : std::optional(deltas.begin()->second);
        CountNgr(event, delta);
        if (watch_) watch_->TakeEvent(event, delta);
    }
    CountAccruals(commit.events);
    CountStatements();
}

void ReplayedTerms::Apply(Change change) {
    if (!deal_) return replay_.Apply(change);
    if (auto* affiliate = std::get_if<AffiliateChanged>(&change)) {
        if (selection_.Has(affiliate->affiliate)) affiliate->deals = {deal_->id};
    }
    // This change names an accrual of the record, which may not exist under these terms.
    if (std::holds_alternative<commission::AccrualReversed>(change)) return;
    // Other terms may wait for other rates than the record did, so everything that is priced is processed.
    const bool priced = std::holds_alternative<UnpricedResolved>(change);
    const bool rate = std::holds_alternative<commission::RateSet>(change);
    if (!priced) replay_.Apply(change);
    if (priced || rate) replay_.Apply(kResolveAll);
}

void ReplayedTerms::CountNgr(const commission::RecordedEvent& event, const std::optional<Decimal>& delta) {
    if (event.type != events::EventType::kNgrUpdate || !event.money) return;
    const auto affiliate = replay_.AffiliateOf(event.player);
    if (!affiliate || !selection_.Has(*affiliate)) return;
    const Period period = plan().PeriodOf(*affiliate, event.time);
    if (!selection_.Has(period)) return;
    Decimal& sum = sums_.ngr[{*affiliate, period.Month(), event.money->currency}];
    sum += delta.value_or(event.money->amount);
}

void ReplayedTerms::CountAccruals(std::span<const commission::RecordedEvent> events) {
    const auto accruals = replay_.TakeAccruals();
    if (watch_) watch_->TakeAccruals(accruals, events);
    for (const commission::Accrual& accrual : accruals) {
        if (!accrual.player || accrual.amount.amount.IsZero()) continue;
        if (!selection_.Has(accrual.affiliate) || !selection_.Has(accrual.period)) continue;
        auto& parts = sums_.players[*accrual.player];
        auto part = std::ranges::find_if(parts, [&](const PlayerPart& each) {
            return each.affiliate == accrual.affiliate && each.money.currency == accrual.amount.currency;
        });
        if (part == parts.end()) {
            parts.push_back({accrual.affiliate, accrual.amount});
        } else {
            part->money.amount += accrual.amount.amount;
        }
    }
}

void ReplayedTerms::CountStatements() {
    for (const statements::Statement& statement : replay_.TakeStatements()) {
        if (!selection_.Has(statement.affiliate) || !selection_.Has(statement.period)) continue;
        MonthSums& sums = sums_.months[{statement.affiliate, statement.period.Month(), statement.currency}];
        for (const statements::Line& line : statement.lines) {
            Decimal& sum = sums.lines[static_cast<std::size_t>(line.type)];
            sum += line.amount;
        }
        sums.payable += statement.payable;
    }
}

Result<ReplayedSums> ReplayedTerms::Finish(const GoesOn& goes_on) {
    std::map<AffiliateId, Date> first_open = first_days_;
    for (const auto& [key, ignored] : replay_.group_currencies()) {
        Date& first = first_open.try_emplace(key.affiliate, key.period.LastDay()).first->second;
        first = std::min(first, key.period.LastDay());
    }
    std::vector<AffiliateId> affiliates;
    for (const auto& [affiliate, ignored] : first_open) {
        if (selection_.Has(affiliate)) affiliates.push_back(affiliate);
    }
    groups_max_ = replay_.groups().size() + kGroupsOfOpenPeriodsMax;
    for (const AffiliateId affiliate : statements::InOrderOfClosing(plan(), std::move(affiliates))) {
        TRY(CloseOpenPeriods(affiliate, first_open.at(affiliate), goes_on));
    }
    return std::move(sums_);
}

Status ReplayedTerms::CloseOpenPeriods(AffiliateId affiliate, Date first, const GoesOn& goes_on) {
    const auto& calendar = plan().CalendarOf(affiliate);
    const Date end = selection_.to.LastDay();
    for (Period period = calendar.PeriodOn(first); period.LastDay() <= end; period = calendar.After(period)) {
        if (plan().IsClosed(affiliate, period)) continue;
        if (!goes_on()) return Fail(ErrorCode::kConflict, "it was cancelled");
        replay_.Apply(commission::PeriodClosed{affiliate, period});
        // After every period, because the accruals and statements of all periods together may not fit into memory.
        CountAccruals({});
        CountStatements();
        replay_.ForgetFees();
        if (!selection_.Has(period)) replay_.ForgetClosed(affiliate, period);
        if (replay_.groups().size() > groups_max_) {
            return Fail(ErrorCode::kConflict,
                        "the affiliates have too many deals and open periods for one simulation. Choose fewer "
                        "affiliates or months");
        }
    }
    return {};
}

}  // namespace fairlead::simulation

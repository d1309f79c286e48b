#include "domain/comparison/change_causes.hpp"

#include <algorithm>

#include "base/number/proportion.hpp"

namespace fairlead::comparison {
namespace {

constexpr Decimal kWholeOne = Decimal::FromInteger(1);

Decimal SizeOf(Decimal value) { return value.IsNegative() ? -value : value; }

bool IsPositive(Decimal value) { return !value.IsNegative() && !value.IsZero(); }

// Collects causes. Those of one kind add up.
class CauseList {
public:
    void Add(Cause cause, Decimal difference, std::optional<std::size_t> deal = {}) {
        const auto found = std::ranges::find_if(
            causes_, [&](const CausedChange& each) { return each.cause == cause && each.deal == deal; });
        if (found != causes_.end()) {
            found->difference = BoundedSum(found->difference, difference);
        } else {
            causes_.push_back({cause, difference, deal});
        }
    }

    // Adds what the other causes leave. Amounts are rounded when they are converted, so a tiny rest is not a cause.
    void AddExchangeRates(Decimal difference) {
        constexpr Decimal kNoise = Decimal::FromUnits(10'000);
        const Decimal rest = BoundedSum(difference, -Total());
        const auto largest =
            std::ranges::max_element(causes_, {}, [](const auto& each) { return SizeOf(each.difference); });
        const bool is_noise = SizeOf(rest) <= kNoise && largest != causes_.end() && !largest->difference.IsZero();
        if (is_noise) {
            largest->difference = BoundedSum(largest->difference, rest);
        } else {
            Add(Cause::kExchangeRates, rest);
        }
    }

    std::vector<CausedChange> Sorted() && {
        std::erase_if(causes_, [](const CausedChange& each) { return each.difference.IsZero(); });
        std::ranges::stable_sort(causes_, std::greater(),
                                 [](const CausedChange& each) { return SizeOf(each.difference); });
        return std::move(causes_);
    }

private:
    Decimal Total() const {
        Decimal total;
        for (const CausedChange& each : causes_) total = BoundedSum(total, each.difference);
        return total;
    }

    std::vector<CausedChange> causes_;
};

// A commission that is a price or a rate times a base.
struct PricedPart {
    Decimal before;
    Decimal after;
    Decimal base_before;
    Decimal base_after;
    Cause activity = Cause::kActivity;

    bool HasPrice() const { return IsPositive(base_before) && !before.IsNegative(); }
};

class DealCauses {
public:
    DealCauses(const DealPeriods& periods, std::size_t index, CauseList& list)
        : before_(periods.before), after_(periods.after), periods_(periods), index_(index), list_(list) {}

    void Add() {
        list_.Add(Cause::kChargebacks, after_.cpa_taken_back - before_.cpa_taken_back);
        AddPriced({before_.cpa - before_.cpa_taken_back, after_.cpa - after_.cpa_taken_back, before_.qualified,
                   after_.qualified, Cause::kQualified});
        AddRevShare();
        AddPriced({before_.cpl, after_.cpl, before_.registrations, after_.registrations, Cause::kRegistrations});
        AddPriced({before_.turnover, after_.turnover, before_.wagers, after_.wagers, Cause::kWagers});
        list_.Add(Cause::kSubAffiliates, after_.sub_affiliates - before_.sub_affiliates);
        const Decimal fees = after_.fixed_fees - before_.fixed_fees;
        periods_.new_terms ? list_.Add(Cause::kDealTerms, fees, index_) : list_.Add(Cause::kFixedFees, fees);
    }

private:
    void AddPriced(const PricedPart& part) {
        Decimal terms;
        if (periods_.new_terms && part.HasPrice()) {
            terms = part.after - Proportion(part.before, part.base_after, part.base_before);
        }
        list_.Add(Cause::kDealTerms, terms, index_);
        list_.Add(part.activity, part.after - part.before - terms);
    }

    // If a base is not positive, or the rate is not from 0 to 100 %, the base does not explain the commission, for
    // example in a negative month. The whole change then counts as revenue.
    void AddRevShare() {
        PricedPart part{before_.rev_share, after_.rev_share, before_.ngr, after_.ngr, Cause::kRevenue};
        if (periods_.deducts_chargebacks) {
            part.base_before = part.base_before - before_.chargebacks;
            part.base_after = part.base_after - after_.chargebacks;
        }
        if (!part.HasPrice() || part.before > part.base_before || !IsPositive(part.base_after)) {
            return list_.Add(Cause::kRevenue, part.after - part.before);
        }
        Decimal lowered;
        if (periods_.deducts_chargebacks) {
            lowered = -Proportion(after_.chargebacks - before_.chargebacks, part.before, part.base_before);
        }
        list_.Add(Cause::kChargebacks, lowered);
        part.after = part.after - lowered;
        part.base_after = periods_.deducts_chargebacks ? after_.ngr - before_.chargebacks : after_.ngr;
        AddPriced(part);
    }

    const DealFigures& before_;
    const DealFigures& after_;
    const DealPeriods& periods_;
    std::size_t index_;
    CauseList& list_;
};

}  // namespace

std::vector<CausedChange> CommissionCauses(Decimal difference, std::span<const DealPeriods> deals) {
    CauseList list;
    for (std::size_t i = 0; i < deals.size(); ++i) DealCauses(deals[i], i, list).Add();
    list.AddExchangeRates(difference);
    return std::move(list).Sorted();
}

std::vector<CausedChange> AmountCauses(Decimal difference, const AmountPeriods& periods) {
    CauseList list;
    const Decimal moved = periods.after_at_fixed_rates - periods.before_at_fixed_rates;
    if (periods.count_before && periods.count_after && IsPositive(*periods.count_before) &&
        IsPositive(*periods.count_after)) {
        const Decimal by_count = Proportion(periods.before_at_fixed_rates, *periods.count_after - *periods.count_before,
                                            *periods.count_before);
        list.Add(Cause::kCount, by_count);
        list.Add(Cause::kAverage, moved - by_count);
    } else {
        list.Add(periods.count_before ? Cause::kCount : Cause::kActivity, moved);
    }
    list.AddExchangeRates(difference);
    return std::move(list).Sorted();
}

std::vector<CausedChange> QuotientCauses(Decimal difference, const QuotientPeriods& periods) {
    CauseList list;
    if (periods.denominator_before.IsZero() || periods.denominator_after.IsZero()) {
        list.Add(Cause::kDenominator, difference);
        return std::move(list).Sorted();
    }
    const Decimal by_numerator =
        Proportion(periods.numerator_after - periods.numerator_before, kWholeOne, periods.denominator_after);
    list.Add(Cause::kNumerator, by_numerator);
    list.Add(Cause::kDenominator, difference - by_numerator);
    return std::move(list).Sorted();
}

std::vector<CausedChange> ProfitCauses(Decimal ngr_difference, Decimal commission_difference) {
    CauseList list;
    list.Add(Cause::kRevenue, ngr_difference);
    list.Add(Cause::kCommission, -commission_difference);
    return std::move(list).Sorted();
}

}  // namespace fairlead::comparison

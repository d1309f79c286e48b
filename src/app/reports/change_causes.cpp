#include "app/reports/change_causes.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/number/exact_sum.hpp"

namespace fairlead::app {
namespace {

using comparison::CausedChange;
using comparison::DealFigures;
using reporting::DateRange;
using reporting::FindGroupKey;
using reporting::FindMetric;
using reporting::KeyReader;
using reporting::Metric;
using reporting::RateBook;

// Converts the sums of both periods with the same exchange rates.
class FixedRates {
public:
    FixedRates(const ReportSums& sums, const ChangeQuestion& request)
        : rates_(sums.rates()), base_(sums.currency()), first_day_(request.before.end), last_day_(request.after.end) {}

    // A currency without any rate counts as 0, as in reports.
    void Add(Decimal amount, std::string_view currency, ExactSum& sum) const {
        if (currency.empty() || currency == base_.code()) return sum.Add(amount);
        const ExchangeRate* rate = rates_.Find(currency, first_day_);
        if (rate == nullptr) rate = rates_.Find(currency, last_day_);
        if (rate != nullptr) sum.AddConverted(amount, *rate);
    }

private:
    const RateBook& rates_;
    Currency base_;
    Date first_day_;
    Date last_day_;
};

// A member of DealFigures, and the metric that it comes from.
struct FigureMetric {
    std::string_view metric;
    Decimal DealFigures::* figure;
    bool is_commission = false;
};
constexpr std::array kFigureMetrics{
    FigureMetric{"cpa_reward", &DealFigures::cpa, true},
    FigureMetric{"revshare_reward", &DealFigures::rev_share, true},
    FigureMetric{"cpl_reward", &DealFigures::cpl, true},
    FigureMetric{"fixed_fee_reward", &DealFigures::fixed_fees, true},
    FigureMetric{"sub_affiliate_reward", &DealFigures::sub_affiliates, true},
    FigureMetric{"turnover_reward", &DealFigures::turnover, true},
    FigureMetric{"qualified_count", &DealFigures::qualified},
    FigureMetric{"ngr", &DealFigures::ngr},
    FigureMetric{"chargeback_amount", &DealFigures::chargebacks},
    FigureMetric{"registration_count", &DealFigures::registrations},
    FigureMetric{"wager_amount", &DealFigures::wagers},
};

constexpr std::string_view kAllCommission = "total_reward";

// The number of entries that an amount adds up.
struct CountedAmount {
    std::string_view amount;
    std::string_view count;
};
constexpr std::array kCountedAmounts{
    CountedAmount{"ftd_amount", "ftd_count"},
    CountedAmount{"deposit_amount", "deposit_count"},
    CountedAmount{"wager_amount", "wager_count"},
    CountedAmount{"chargeback_amount", "chargeback_count"},
};

bool IsCommission(const Metric& metric) {
    const auto is_part = [&](const FigureMetric& each) { return each.is_commission && each.metric == metric.name; };
    return metric.name == kAllCommission || std::ranges::any_of(kFigureMetrics, is_part);
}

// The figures of deals in one period.
using DealSums = std::map<DealId, std::array<ExactSum, kFigureMetrics.size()>>;

// Adds a report by deal and currency, whose metrics are the first ones of kFigureMetrics.
Status AddFigures(const ReportSums& sums, const FixedRates& rates, DealSums& deals) {
    std::vector<Decimal> values;
    for (std::size_t group = 0; group < sums.tally().group_count(); ++group) {
        KeyReader reader(sums.tally().KeyOf(group));
        auto& figures = deals[DealId{reader.ReadUuid()}];
        const std::string_view currency = reader.Text();
        values.clear();
        sums.tally().AppendMetricsOf(group, values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const bool is_money = FindMetric(kFigureMetrics[i].metric)->IsMoney();
            rates.Add(values[i], is_money ? currency : std::string_view(), figures[i]);
            if (figures[i].IsBeyondLimit()) return SumTooLarge(sums.currency());
        }
    }
    return {};
}

class CommissionFigures {
public:
    CommissionFigures(const ChangeQuestion& request, RunReport& run_report)
        : request_(request), run_report_(run_report) {}

    Result<std::vector<CausedChange>> Explain(Decimal difference) {
        TRY(Read(request_.before, before_, taken_back_before_));
        TRY(Read(request_.after, after_, taken_back_after_));
        std::vector<comparison::DealPeriods> periods;
        for (const auto* sums : {&before_, &after_}) {
            for (const auto& [deal, figures] : *sums) {
                if (std::ranges::find(deals_, deal) == deals_.end()) deals_.push_back(deal);
            }
        }
        for (const DealId& deal : deals_) periods.push_back(PeriodsOf(deal));
        return comparison::CommissionCauses(difference, periods);
    }

    const std::vector<DealId>& deals() const { return deals_; }

private:
    Status Read(const DateRange& days, DealSums& all, DealSums& negative) {
        ReportRequest report = ReportOf(request_, days);
        report.groups = {FindGroupKey("deal"), FindGroupKey("currency")};
        report.metrics.clear();
        for (const auto& each : kFigureMetrics) report.metrics.push_back(FindMetric(each.metric));
        const auto sums = TRY(run_report_.Sum(report));
        TRY(AddFigures(*sums, FixedRates(*sums, request_), all));
        report.metrics = {FindMetric(kFigureMetrics.front().metric)};
        report.only_negative = true;
        const auto below_zero = TRY(run_report_.Sum(report));
        return AddFigures(*below_zero, FixedRates(*below_zero, request_), negative);
    }

    // Without commission that the metric does not include.
    DealFigures FiguresOf(DealId deal, const DealSums& all, const DealSums& negative) const {
        DealFigures figures;
        const auto found = all.find(deal);
        if (found == all.end()) return figures;
        for (std::size_t i = 0; i < kFigureMetrics.size(); ++i) {
            const FigureMetric& each = kFigureMetrics[i];
            if (each.is_commission && !Includes(each.metric)) continue;
            figures.*each.figure = found->second[i].Rounded();
        }
        const auto below_zero = negative.find(deal);
        if (below_zero != negative.end() && Includes(kFigureMetrics.front().metric)) {
            figures.cpa_taken_back = below_zero->second.front().Rounded();
        }
        return figures;
    }

    bool Includes(std::string_view metric) const {
        return request_.metric->name == kAllCommission || request_.metric->name == metric;
    }

    comparison::DealPeriods PeriodsOf(DealId id) const {
        comparison::DealPeriods periods{.before = FiguresOf(id, before_, taken_back_before_),
                                        .after = FiguresOf(id, after_, taken_back_after_)};
        const commission::Deal* deal = request_.owner->FindDeal(id);
        if (deal == nullptr) return periods;
        const auto* first = deal->VersionOn(request_.before.start);
        const auto* last = deal->VersionOn(request_.after.end);
        periods.new_terms = first != last && first != nullptr && last != nullptr;
        periods.deducts_chargebacks =
            last != nullptr && last->terms.rev_share && last->terms.rev_share->deduct_chargebacks;
        return periods;
    }

    const ChangeQuestion& request_;
    RunReport& run_report_;
    DealSums before_;
    DealSums after_;
    DealSums taken_back_before_;
    DealSums taken_back_after_;
    std::vector<DealId> deals_;
};

std::vector<ChangePart> PartsOf(const std::vector<CausedChange>& causes) {
    std::vector<ChangePart> parts;
    for (const CausedChange& each : causes) {
        parts.push_back({.kind = PartKind::kCause, .cause = each.cause, .difference = each.difference});
    }
    return parts;
}

Result<std::vector<ChangePart>> FindCommissionCauses(const ChangeQuestion& request, Decimal difference,
                                                     RunReport& run_report) {
    CommissionFigures figures(request, run_report);
    const auto causes = TRY(figures.Explain(difference));
    auto parts = PartsOf(causes);
    for (std::size_t i = 0; i < causes.size(); ++i) {
        if (!causes[i].deal) continue;
        const DealId id = figures.deals()[*causes[i].deal];
        const commission::Deal* deal = request.owner->FindDeal(id);
        parts[i].name = deal == nullptr ? id.uuid.ToString() : deal->name;
        parts[i].filter = id.uuid.ToString();
    }
    return parts;
}

struct AmountSums {
    ExactSum amount;
    Decimal count;
};

Result<AmountSums> SumAmount(const ChangeQuestion& request, const DateRange& days, const Metric* count,
                             RunReport& run_report) {
    ReportRequest report = ReportOf(request, days);
    report.groups = {FindGroupKey("currency")};
    report.metrics = {request.metric};
    if (count != nullptr) report.metrics.push_back(count);
    const auto sums = TRY(run_report.Sum(report));
    const FixedRates rates(*sums, request);
    AmountSums result;
    std::vector<Decimal> values;
    for (std::size_t group = 0; group < sums->tally().group_count(); ++group) {
        values.clear();
        sums->tally().AppendMetricsOf(group, values);
        rates.Add(values.front(), KeyReader(sums->tally().KeyOf(group)).Text(), result.amount);
        if (count != nullptr) result.count += values[1];
    }
    if (result.amount.IsBeyondLimit()) return SumTooLarge(sums->currency());
    return result;
}

Result<std::vector<CausedChange>> FindAmountCauses(const ChangeQuestion& request, Decimal difference,
                                                   RunReport& run_report) {
    const auto counted = std::ranges::find(kCountedAmounts, request.metric->name, &CountedAmount::amount);
    const Metric* count = counted == kCountedAmounts.end() ? nullptr : FindMetric(counted->count);
    const auto before = TRY(SumAmount(request, request.before, count, run_report));
    const auto after = TRY(SumAmount(request, request.after, count, run_report));
    comparison::AmountPeriods periods{before.amount.Rounded(), after.amount.Rounded()};
    if (count != nullptr) {
        periods.count_before = before.count;
        periods.count_after = after.count;
    }
    return comparison::AmountCauses(difference, periods);
}

Result<std::vector<CausedChange>> FindProfitCauses(const ChangeQuestion& request, RunReport& run_report) {
    std::array<std::vector<Decimal>, 2> totals;
    for (std::size_t i = 0; i < totals.size(); ++i) {
        ReportRequest report = ReportOf(request, i == 0 ? request.before : request.after);
        report.metrics = {FindMetric("ngr"), FindMetric(kAllCommission)};
        const auto sums = TRY(run_report.Sum(report));
        sums->tally().AppendTotals(totals[i]);
    }
    return comparison::ProfitCauses(totals[1][0] - totals[0][0], totals[1][1] - totals[0][1]);
}

Result<std::vector<CausedChange>> FindPlainCauses(const ChangeQuestion& request,
                                                  const comparison::BeforeAndAfter& whole, RunReport& run_report) {
    const auto& computation = request.metric->computation;
    if (std::holds_alternative<reporting::Quotient>(computation)) {
        return comparison::QuotientCauses(whole.difference(), {whole.before.numerator, whole.after.numerator,
                                                               whole.before.denominator, whole.after.denominator});
    }
    if (std::holds_alternative<reporting::Difference>(computation)) return FindProfitCauses(request, run_report);
    if (!std::holds_alternative<reporting::Amount>(computation)) return std::vector<CausedChange>();
    return FindAmountCauses(request, whole.difference(), run_report);
}

}  // namespace

ReportRequest ReportOf(const ChangeQuestion& request, const DateRange& days) {
    return {.owner = request.owner,
            .affiliate = request.affiliate,
            .groups = {},
            .metrics = {request.metric},
            .filters = request.filters,
            .unknown_names = request.unknown_names,
            .start = days.start,
            .end = days.end,
            .order = {},
            .limit = {}};
}

Result<std::vector<ChangePart>> FindCauses(const ChangeQuestion& request, const comparison::BeforeAndAfter& whole,
                                           RunReport& run_report) {
    if (IsCommission(*request.metric)) return FindCommissionCauses(request, whole.difference(), run_report);
    const auto causes = TRY(FindPlainCauses(request, whole, run_report));
    return PartsOf(causes);
}

}  // namespace fairlead::app

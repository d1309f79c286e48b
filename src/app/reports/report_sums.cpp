#include "app/reports/report_sums.hpp"

#include <algorithm>

#include "app/await.hpp"
#include "domain/reporting/fact_minute.hpp"

namespace fairlead::app {
namespace {

using reporting::Dimension;
using reporting::FactKind;

// The largest number of groups that one report may hold in memory.
constexpr std::size_t kGroupsMax = 1'000'000;

std::unexpected<Error> TooManyRows() {
    return Fail(ErrorCode::kInvalidRequest,
                "the report has more than " + std::to_string(kGroupsMax) + " rows: narrow its dates or filters");
}

std::vector<Grouping> GroupingsOf(const ReportRequest& request) {
    std::vector<Grouping> groups;
    for (const auto* key : request.groups) groups.push_back(key->grouping);
    return groups;
}

}  // namespace

std::unexpected<Error> SumTooLarge(const Currency& currency) {
    return Fail(ErrorCode::kInvalidRequest, "a sum of the report is below -10^28 or above 10^28 " +
                                                std::string(currency.code()) +
                                                ": correct the exchange rates into this currency");
}

ReportSums::ReportSums(const ReportRequest& request, const reporting::Calendar& calendar, FactStore& facts,
                       RecordQueries& records, TimeShift shift)
    : request_(request),
      calendar_(calendar),
      facts_(facts),
      records_(records),
      measures_(request.metrics),
      groups_(GroupingsOf(request)),
      currency_(request.currency.value_or(request.owner->records.self.settings.BaseCurrencyAt(Now()))),
      tally_(measures_, rates_, GroupsByCurrency()),
      shift_(shift) {}

std::span<const GroupCell> ReportSums::Shifted(std::span<const GroupCell> group) {
    if (shift_.days == 0 && shift_.months == 0) return group;
    shifted_.assign(group.begin(), group.end());
    for (std::size_t i = 0; i < groups_.size() && i < shifted_.size(); ++i) {
        if (groups_[i] == Grouping(TimeBucket::kDate)) std::get<std::int64_t>(shifted_[i]) += shift_.days;
        if (groups_[i] == Grouping(TimeBucket::kMonth)) std::get<std::int64_t>(shifted_[i]) += shift_.months;
    }
    return shifted_;
}

bool ReportSums::GroupsByCurrency() const {
    return std::ranges::find(groups_, Grouping(Dimension::kCurrency)) != groups_.end();
}

Status ReportSums::Run() {
    auto resolved = TRY(ResolveFilters(request_, calendar_, records_));
    filters_ = std::move(resolved);
    TRY(LoadRates());
    TRY(Sum());
    TRY(CountDistinct());
    if (tally_.group_count() > kGroupsMax) return TooManyRows();
    if (tally_.IsBeyondLimit()) return SumTooLarge(currency_);
    return {};
}

Status ReportSums::LoadRates() {
    if (!measures_.NeedsAmounts()) return {};
    const auto& self = request_.owner->records.self;
    const auto rates = TRY(Await<std::vector<commission::DatedRate>>(
        [&](auto done) { records_.ReadRatesInto(self.id, currency_, std::move(done)); }));
    rates_ = reporting::RateBook(rates);
    return {};
}

FactSelection ReportSums::Select(std::span<const FactKind> kinds) const {
    FactSelection selection{.owner = request_.owner->records.self.id,
                            .ranges = {},
                            .kinds = {},
                            .filters = filters_.dimensions,
                            .offsets = {},
                            .only_negative = request_.only_negative};
    for (const FactKind kind : kinds) {
        if (filters_.Selects(kind)) selection.kinds.push_back(kind);
    }
    for (const auto& span : filters_.spans) {
        selection.ranges.push_back({reporting::MinuteOf(span.from), reporting::MinuteOf(span.to)});
    }
    const auto span = calendar_.SpanOf(request_.start, request_.end);
    for (const auto& offset : calendar_.zone().OffsetsBetween(span.from, span.to)) {
        selection.offsets.push_back({reporting::MinuteOf(offset.from), reporting::MinuteOf(Timestamp{offset.micros})});
    }
    return selection;
}

Status ReportSums::Sum() {
    SumQuestion question{.selection = Select(measures_.kinds()), .groups = groups_, .split = std::nullopt};
    if (measures_.NeedsAmounts()) {
        question.split = {currency_, rates_.days()};
    }
    return facts_.Sum(question, [&](const SumRow& row) {
        if (tally_.group_count() > kGroupsMax) return;
        tally_.Add(Shifted(row.group), {row.kind, row.currency, {row.rate_day}, row.weight, row.amount});
    });
}

// True if a counted entity cannot be in two groups: a visit belongs to one link and one day.
bool ReportSums::IsInOneGroup(Entity entity) const {
    const auto follows = [](const Grouping& group) {
        const auto* bucket = std::get_if<TimeBucket>(&group);
        return group == Grouping(Dimension::kLink) || (bucket != nullptr && *bucket != TimeBucket::kHour);
    };
    return entity == Entity::kVisit && !groups_.empty() && std::ranges::all_of(groups_, follows);
}

Status ReportSums::CountDistinct() {
    for (std::size_t i = 0; i < measures_.distincts().size(); ++i) {
        const reporting::Distinct& distinct = measures_.distincts()[i];
        DistinctQuestion question{
            .selection = Select(distinct.of.kinds()), .groups = groups_, .entity = distinct.entity};
        std::int64_t sum = 0;
        if (!groups_.empty()) {
            const auto done = facts_.CountDistinct(question, [&](const DistinctRow& row) {
                if (tally_.group_count() <= kGroupsMax) tally_.AddDistinct(Shifted(row.group), i, row.count);
                sum += row.count;
            });
            if (!done) return done;
        }
        if (IsInOneGroup(distinct.entity)) {
            tally_.SetDistinctTotal(i, sum);
            continue;
        }
        // A player in two groups counts once in the total.
        question.groups.clear();
        const auto done =
            facts_.CountDistinct(question, [&](const DistinctRow& row) { tally_.SetDistinctTotal(i, row.count); });
        if (!done) return done;
    }
    return {};
}

}  // namespace fairlead::app

#include "app/reports/run_report.hpp"

#include <algorithm>

#include "app/await.hpp"
#include "app/catalogue/operator_zone.hpp"
#include "app/reports/report_rows.hpp"
#include "app/reports/resolve_filters.hpp"
#include "domain/reporting/fact_minute.hpp"
#include "domain/reporting/tally.hpp"

namespace fairlead::app {
namespace {

using reporting::Calendar;
using reporting::Dimension;
using reporting::FactKind;
using reporting::Measures;
using reporting::RateBook;
using reporting::Tally;

// The maximum of groups that one report may hold in memory.
constexpr std::size_t kGroupsMax = 1'000'000;
// The maximum of bytes of all tables that are being sent. Slow clients keep theirs for long.
constexpr std::size_t kBytesHeldMax = std::size_t{256} << 20;

// One run of a request.
class ReportRun {
public:
    ReportRun(const ReportRequest& request, const Calendar& calendar, FactStore& facts, RecordQueries& records)
        : request_(request), calendar_(calendar), facts_(facts), records_(records), measures_(request.metrics) {
        for (const auto* key : request.groups) groups_.push_back(key->grouping);
    }

    Result<reporting::ReportTable> Run() {
        auto resolved = TRY(ResolveFilters(request_, calendar_, records_));
        filters_ = std::move(resolved);
        TRY(LoadRates());
        const bool own_currency = std::ranges::find(groups_, Grouping(Dimension::kCurrency)) != groups_.end();
        Tally tally(measures_, rates_, own_currency);
        TRY(Sum(tally));
        TRY(CountDistinct(tally));
        if (tally.group_count() > kGroupsMax) return TooManyRows();
        return MakeTable(request_, tally, calendar_, records_);
    }

private:
    static std::unexpected<Error> TooManyRows() {
        return Fail(ErrorCode::kInvalidRequest,
                    "the report has more than " + std::to_string(kGroupsMax) + " rows: narrow its dates or filters");
    }

    Status LoadRates() {
        if (!measures_.NeedsAmounts()) return {};
        const auto& self = request_.owner->records.self;
        const auto rates = TRY(Await<std::vector<commission::DatedRate>>(
            [&](auto done) { records_.ReadRatesInto(self.id, currency_, std::move(done)); }));
        rates_ = RateBook(rates);
        return {};
    }

    FactSelection Select(std::span<const FactKind> kinds) const {
        FactSelection selection{.owner = request_.owner->records.self.id,
                                .ranges = {},
                                .kinds = {},
                                .filters = filters_.dimensions,
                                .offsets = {}};
        for (const FactKind kind : kinds) {
            if (filters_.Selects(kind)) selection.kinds.push_back(kind);
        }
        for (const auto& span : filters_.spans) {
            selection.ranges.push_back({reporting::MinuteOf(span.from), reporting::MinuteOf(span.to)});
        }
        const auto span = calendar_.SpanOf(request_.start, request_.end);
        for (const auto& offset : calendar_.zone().OffsetsBetween(span.from, span.to)) {
            selection.offsets.push_back(
                {reporting::MinuteOf(offset.from), reporting::MinuteOf(Timestamp{offset.micros})});
        }
        return selection;
    }

    Status Sum(Tally& tally) {
        SumQuestion question{.selection = Select(measures_.kinds()), .groups = groups_, .split = std::nullopt};
        if (measures_.NeedsAmounts()) {
            question.split = {currency_, rates_.days()};
        }
        return facts_.Sum(question, [&](const SumRow& row) {
            if (tally.group_count() > kGroupsMax) return;
            tally.Add(row.group, {row.kind, row.currency, {row.rate_day}, row.weight, row.amount});
        });
    }

    // True if a counted entity cannot be in two groups: a visit belongs to one link and one day.
    bool IsInOneGroup(Entity entity) const {
        const auto follows = [](const Grouping& group) {
            const auto* bucket = std::get_if<TimeBucket>(&group);
            return group == Grouping(Dimension::kLink) || (bucket != nullptr && *bucket != TimeBucket::kHour);
        };
        return entity == Entity::kVisit && !groups_.empty() && std::ranges::all_of(groups_, follows);
    }

    Status CountDistinct(Tally& tally) {
        for (std::size_t i = 0; i < measures_.distincts().size(); ++i) {
            const reporting::Distinct& distinct = measures_.distincts()[i];
            DistinctQuestion question{
                .selection = Select(distinct.of.kinds()), .groups = groups_, .entity = distinct.entity};
            std::int64_t sum = 0;
            if (!groups_.empty()) {
                const auto done = facts_.CountDistinct(question, [&](const DistinctRow& row) {
                    if (tally.group_count() <= kGroupsMax) tally.AddDistinct(row.group, i, row.count);
                    sum += row.count;
                });
                if (!done) return done;
            }
            if (IsInOneGroup(distinct.entity)) {
                tally.SetDistinctTotal(i, sum);
                continue;
            }
            // A player in two groups counts once in the total.
            question.groups.clear();
            const auto done =
                facts_.CountDistinct(question, [&](const DistinctRow& row) { tally.SetDistinctTotal(i, row.count); });
            if (!done) return done;
        }
        return {};
    }

    const ReportRequest& request_;
    const Calendar& calendar_;
    FactStore& facts_;
    RecordQueries& records_;
    Measures measures_;
    std::vector<Grouping> groups_;
    ResolvedFilters filters_;
    RateBook rates_;
    // One for the whole report, also if it includes days before a change of the base currency: amounts can be added
    // and compared only in one currency.
    Currency currency_ = request_.currency.value_or(request_.owner->records.self.settings.BaseCurrencyAt(Now()));
};

}  // namespace

Result<std::shared_ptr<const reporting::ReportTable>> RunReport::Run(const ReportRequest& request) {
    if (*bytes_held_ > kBytesHeldMax) return Fail(ErrorCode::kOverloaded, "too many large reports are being sent");
    const auto calendar = CalendarOf(request.owner->records.self.settings);
    auto table = TRY(ReportRun(request, *calendar, facts_, records_).Run());
    const std::size_t bytes = table.Bytes();
    *bytes_held_ += bytes;
    return std::shared_ptr<const reporting::ReportTable>(new reporting::ReportTable(std::move(table)),
                                                         [held = bytes_held_, bytes](const auto* gone) {
                                                             delete gone;
                                                             *held -= bytes;
                                                         });
}

std::shared_ptr<const Calendar> RunReport::CalendarOf(const catalogue::DatedSettings& settings) {
    const std::lock_guard lock(mutex_);
    auto& calendar = calendars_[ZoneKey(settings)];
    if (!calendar) calendar = std::make_shared<const Calendar>(LoadZone(settings));
    return calendar;
}

}  // namespace fairlead::app

#include "app/reports/report_rows.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "app/await.hpp"
#include "app/reports/row_names.hpp"

namespace fairlead::app {
namespace {

using reporting::Calendar;
using reporting::Dimension;
using reporting::EventTypeGroup;
using reporting::FactKind;
using reporting::GroupKey;
using reporting::KeyReader;
using reporting::Metric;
using reporting::ReportTable;
using reporting::Tally;
using reporting::TimeBucket;

using PlayerRefs = std::unordered_map<Uuid, std::string>;

// Rows before they are in the table. All rows share a few lists, because there may be many rows.
struct Rows {
    std::size_t cell_count = 0;       // Per row.
    std::size_t metric_count = 0;     // Per row.
    std::vector<std::size_t> groups;  // One per row: its position in the tally.
    std::vector<Decimal> metrics;
    std::vector<Decimal> metrics_before;  // If the report is compared.
    std::vector<std::string> cells;
    // One per cell: the number of a day, month or hour. The names of hours do not sort by time.
    std::vector<std::int64_t> times;

    std::size_t size() const { return groups.size(); }
    const std::string& Cell(std::size_t row, std::size_t place) const { return cells[row * cell_count + place]; }
    std::int64_t Time(std::size_t row, std::size_t place) const { return times[row * cell_count + place]; }
    const Decimal& Metric(std::size_t row, std::size_t place) const { return metrics[row * metric_count + place]; }
    Decimal Difference(std::size_t row, std::size_t place) const {
        return Metric(row, place) - metrics_before[row * metric_count + place];
    }
};

// Appends the metrics of the other days: 0 for a group that is not in them.
void AppendBefore(const SummedReport& report, std::size_t group, Rows& rows) {
    const auto found = report.tally_before->Find(report.tally.KeyOf(group));
    if (found) return report.tally_before->AppendMetricsOf(*found, rows.metrics_before);
    rows.metrics_before.resize(rows.metrics_before.size() + rows.metric_count);
}

// The groups with at least one metric that is not 0, now or before.
Rows RowsOf(const SummedReport& report) {
    const auto& [request, tally, tally_before] = report;
    Rows rows;
    rows.cell_count = request.groups.size();
    rows.metric_count = request.metrics.size();
    for (std::size_t group = 0; group < tally.group_count(); ++group) {
        const std::size_t size = rows.metrics.size();
        tally.AppendMetricsOf(group, rows.metrics);
        if (tally_before != nullptr) AppendBefore(report, group, rows);
        const auto is_empty = [&](const std::vector<Decimal>& metrics) {
            return metrics.size() <= size || std::ranges::all_of(std::span(metrics).subspan(size), &Decimal::IsZero);
        };
        if (is_empty(rows.metrics) && is_empty(rows.metrics_before)) {
            rows.metrics.resize(size);
            if (tally_before != nullptr) rows.metrics_before.resize(size);
        } else {
            rows.groups.push_back(group);
        }
    }
    return rows;
}

std::string EventTypeName(std::int64_t code) {
    const auto type = FactKind{static_cast<std::uint8_t>(code)}.event_type();
    return type ? std::string(Name(*type)) : std::string();
}

// Reads the values of a group and passes each with its grouping to `visit`.
template <class Visit>
void ReadKey(const ReportRequest& request, const std::string& group, Visit visit) {
    KeyReader reader(group);
    for (const GroupKey* key : request.groups) {
        const auto* dimension = std::get_if<Dimension>(&key->grouping);
        if (dimension == nullptr) {
            visit(key->grouping, reporting::GroupCell(reader.Number()));
        } else if (reporting::IsId(*dimension)) {
            visit(key->grouping, reporting::GroupCell(reader.ReadUuid()));
        } else {
            visit(key->grouping, reporting::GroupCell(reader.Text()));
        }
    }
}

class RowNaming {
public:
    RowNaming(const ReportRequest& request, const Calendar& calendar, const PlayerRefs& players)
        : request_(request), calendar_(calendar), players_(players) {}

    void Name(const Tally& tally, Rows& rows) const {
        rows.cells.reserve(rows.size() * rows.cell_count);
        rows.times.reserve(rows.size() * rows.cell_count);
        for (const std::size_t group : rows.groups) {
            ReadKey(request_, tally.KeyOf(group), [&](const auto& grouping, const reporting::GroupCell& cell) {
                const auto name = [&](const auto& kind) { return CellName(kind, cell); };
                rows.cells.push_back(std::visit(name, grouping));
                const bool is_time = std::holds_alternative<TimeBucket>(grouping);
                rows.times.push_back(is_time ? std::get<std::int64_t>(cell) : 0);
            });
        }
    }

private:
    std::string CellName(TimeBucket bucket, const reporting::GroupCell& cell) const {
        return calendar_.Name(bucket, std::get<std::int64_t>(cell));
    }
    std::string CellName(EventTypeGroup, const reporting::GroupCell& cell) const {
        return EventTypeName(std::get<std::int64_t>(cell));
    }
    std::string CellName(Dimension dimension, const reporting::GroupCell& cell) const {
        if (const auto* text = std::get_if<std::string_view>(&cell)) return std::string(*text);
        const Uuid& id = std::get<Uuid>(cell);
        if (request_.affiliate && !MayName(*request_.owner, *request_.affiliate, dimension, id)) return {};
        if (dimension != Dimension::kPlayer) return NameOf(*request_.owner, dimension, id);
        const auto found = players_.find(id);
        return found == players_.end() ? std::string() : found->second;
    }

    const ReportRequest& request_;
    const Calendar& calendar_;
    const PlayerRefs& players_;
};

Result<PlayerRefs> ReadPlayerRefs(const ReportRequest& request, const Tally& tally, const Rows& rows,
                                  RecordQueries& records) {
    PlayerRefs refs;
    const auto is_player = [](const GroupKey* key) { return key->grouping == reporting::Grouping(Dimension::kPlayer); };
    if (std::ranges::none_of(request.groups, is_player)) return refs;
    for (const std::size_t group : rows.groups) {
        ReadKey(request, tally.KeyOf(group), [&](const auto& grouping, const reporting::GroupCell& cell) {
            if (grouping == reporting::Grouping(Dimension::kPlayer)) refs[std::get<Uuid>(cell)];
        });
    }
    // One large query would delay other readers for long.
    constexpr std::size_t kPlayersAtOnce = 2000;
    auto next = refs.begin();
    while (next != refs.end()) {
        std::vector<PlayerId> ids;
        const auto first = next;
        for (; next != refs.end() && ids.size() < kPlayersAtOnce; ++next) ids.push_back({next->first});
        auto found = TRY(Await<std::vector<std::string>>(
            [&](auto done) { records.ReadPlayerRefs(request.owner->records.self.id, ids, std::move(done)); }));
        auto place = first;
        for (std::string& ref : found) (place++)->second = std::move(ref);
    }
    return refs;
}

class RowOrder {
public:
    RowOrder(const ReportRequest& request, const Tally& tally, const Rows& rows) : tally_(tally), rows_(rows) {
        for (const ReportOrder& order : request.order) {
            if (const auto* const* group = std::get_if<const GroupKey*>(&order.by)) {
                steps_.push_back({true, PlaceOf(request.groups, *group), order.descending, false});
            } else {
                const auto* metric = std::get<const Metric*>(order.by);
                steps_.push_back({false, PlaceOf(request.metrics, metric), order.descending, order.by_difference});
            }
        }
        for (std::size_t i = 0; i < request.groups.size(); ++i) steps_.push_back({true, i, false, false});
    }

    bool operator()(std::size_t a, std::size_t b) const {
        for (const Step& step : steps_) {
            const auto order = step.of_group ? CompareCells(a, b, step.place) : CompareMetrics(a, b, step);
            if (order != 0) return step.descending ? order > 0 : order < 0;
        }
        // Rows with the same names have an arbitrary but stable order.
        return tally_.KeyOf(rows_.groups[a]) < tally_.KeyOf(rows_.groups[b]);
    }

private:
    struct Step {
        bool of_group = false;
        std::size_t place = 0;
        bool descending = false;
        bool by_difference = false;
    };

    template <class Item>
    static std::size_t PlaceOf(const std::vector<const Item*>& items, const Item* item) {
        return static_cast<std::size_t>(std::ranges::find(items, item) - items.begin());
    }
    std::strong_ordering CompareCells(std::size_t a, std::size_t b, std::size_t place) const {
        const auto times = rows_.Time(a, place) <=> rows_.Time(b, place);
        return times != 0 ? times : rows_.Cell(a, place) <=> rows_.Cell(b, place);
    }

    std::strong_ordering CompareMetrics(std::size_t a, std::size_t b, const Step& step) const {
        if (step.by_difference) return rows_.Difference(a, step.place) <=> rows_.Difference(b, step.place);
        return rows_.Metric(a, step.place) <=> rows_.Metric(b, step.place);
    }

    const Tally& tally_;
    const Rows& rows_;
    std::vector<Step> steps_;
};

// The indexes of the rows that are shown, in order.
std::vector<std::size_t> SortAndCut(const ReportRequest& request, const Tally& tally, const Rows& rows) {
    const RowOrder order(request, tally, rows);
    std::vector<std::size_t> shown(rows.size());
    std::iota(shown.begin(), shown.end(), std::size_t{0});
    if (!request.limit || *request.limit >= rows.size()) {
        std::ranges::sort(shown, order);
        return shown;
    }
    std::ranges::partial_sort(shown, shown.begin() + static_cast<std::ptrdiff_t>(*request.limit), order);
    shown.resize(*request.limit);
    return shown;
}

void AddComparison(const SummedReport& report, const Rows& rows, const std::vector<std::size_t>& shown,
                   ReportTable& table) {
    auto& before = table.before.emplace(reporting::ComparedValues{.days = *report.request.compared_with});
    report.tally_before->AppendTotals(before.totals);
    before.values.reserve(shown.size() * rows.metric_count);
    for (const std::size_t row : shown) {
        const auto values = std::span(rows.metrics_before).subspan(row * rows.metric_count, rows.metric_count);
        before.values.insert(before.values.end(), values.begin(), values.end());
    }
}

}  // namespace

Result<ReportTable> MakeReportTable(const SummedReport& report, const Calendar& calendar, RecordQueries& records) {
    const auto& [request, tally, tally_before] = report;
    Rows rows = RowsOf(report);
    const auto players = TRY(ReadPlayerRefs(request, tally, rows, records));
    RowNaming(request, calendar, players).Name(tally, rows);
    const auto shown = SortAndCut(request, tally, rows);

    ReportTable table;
    table.row_count = shown.size();
    tally.AppendTotals(table.totals);
    table.unpriced = tally.Unpriced();
    table.generated_at = Now();
    for (const GroupKey* key : request.groups) table.group_keys.push_back(key->name);
    for (const Metric* metric : request.metrics) table.metrics.push_back(metric->name);
    table.cells.reserve(shown.size() * rows.cell_count);
    table.values.reserve(shown.size() * rows.metric_count);
    for (const std::size_t row : shown) {
        for (std::size_t i = 0; i < rows.cell_count; ++i) {
            table.cells.push_back(std::move(rows.cells[row * rows.cell_count + i]));
        }
        for (std::size_t i = 0; i < rows.metric_count; ++i) table.values.push_back(rows.Metric(row, i));
    }
    if (tally_before != nullptr) AddComparison(report, rows, shown, table);
    return table;
}

Result<std::vector<std::string>> NameGroups(const ReportRequest& request, const Tally& tally,
                                            std::vector<std::size_t> groups, const Calendar& calendar,
                                            RecordQueries& records) {
    Rows rows;
    rows.cell_count = request.groups.size();
    rows.groups = std::move(groups);
    const auto players = TRY(ReadPlayerRefs(request, tally, rows, records));
    RowNaming(request, calendar, players).Name(tally, rows);
    return std::move(rows.cells);
}

}  // namespace fairlead::app

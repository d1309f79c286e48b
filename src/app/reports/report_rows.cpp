#include "app/reports/report_rows.hpp"

#include <algorithm>
#include <unordered_map>

#include "app/reports/await.hpp"
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

// A row on its way into the table.
struct Row {
    const Tally::Group* group = nullptr;
    std::vector<Decimal> metrics;
    std::vector<std::string> cells;
    std::vector<std::int64_t> times;  // One per cell: of hours, whose names do not order as they do.
};

bool ShowsNothing(const std::vector<Decimal>& metrics) {
    return std::ranges::all_of(metrics, [](const Decimal& metric) { return metric.IsZero(); });
}

std::string EventTypeName(std::int64_t code) {
    const auto type = FactKind{static_cast<std::uint8_t>(code)}.event_type();
    return type ? std::string(Name(*type)) : std::string();
}

// Reads the values of a group, handing each with its grouping to `visit`.
template <class Visit>
void ReadKey(const ReportRequest& request, const Tally::Group& group, Visit visit) {
    KeyReader reader(group.key);
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

    void Name(Row& row) const {
        ReadKey(request_, *row.group, [&](const reporting::Grouping& grouping, const reporting::GroupCell& cell) {
            const auto name = [&](const auto& kind) { return CellName(kind, cell); };
            row.cells.push_back(std::visit(name, grouping));
            const auto* time = std::get_if<std::int64_t>(&cell);
            row.times.push_back(time != nullptr && std::holds_alternative<TimeBucket>(grouping) ? *time : 0);
        });
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
        if (dimension != Dimension::kPlayer) return NameOf(*request_.owner, dimension, id);
        const auto found = players_.find(id);
        return found == players_.end() ? std::string() : found->second;
    }

    const ReportRequest& request_;
    const Calendar& calendar_;
    const PlayerRefs& players_;
};

Result<PlayerRefs> ReadPlayerRefs(const ReportRequest& request, const std::vector<Row>& rows, ReportRecords& records) {
    PlayerRefs refs;
    const auto is_player = [](const GroupKey* key) { return key->grouping == reporting::Grouping(Dimension::kPlayer); };
    if (std::ranges::none_of(request.groups, is_player)) return refs;
    for (const Row& row : rows) {
        ReadKey(request, *row.group, [&](const reporting::Grouping& grouping, const reporting::GroupCell& cell) {
            if (grouping == reporting::Grouping(Dimension::kPlayer)) refs[std::get<Uuid>(cell)];
        });
    }
    // Many at once would keep others from reading for long.
    constexpr std::size_t kPlayersAtOnce = 2000;
    auto next = refs.begin();
    while (next != refs.end()) {
        std::vector<PlayerId> ids;
        const auto first = next;
        for (; next != refs.end() && ids.size() < kPlayersAtOnce; ++next) ids.push_back({next->first});
        auto found = Await<std::vector<std::string>>(
            [&](auto done) { records.ReadPlayerRefs(request.owner->records.self.id, ids, std::move(done)); });
        if (!found) return std::unexpected(found.error());
        auto place = first;
        for (std::string& ref : *found) (place++)->second = std::move(ref);
    }
    return refs;
}

class RowOrder {
public:
    explicit RowOrder(const ReportRequest& request) {
        for (const ReportOrder& order : request.order) {
            if (const auto* const* group = std::get_if<const GroupKey*>(&order.by)) {
                steps_.push_back({true, PlaceOf(request.groups, *group), order.descending});
            } else {
                const auto* metric = std::get<const Metric*>(order.by);
                steps_.push_back({false, PlaceOf(request.metrics, metric), order.descending});
            }
        }
        for (std::size_t i = 0; i < request.groups.size(); ++i) steps_.push_back({true, i, false});
    }

    bool operator()(const Row& a, const Row& b) const {
        for (const Step& step : steps_) {
            const auto order =
                step.of_group ? CompareCells(a, b, step.place) : a.metrics[step.place] <=> b.metrics[step.place];
            if (order != 0) return step.descending ? order > 0 : order < 0;
        }
        // Two of one name: whichever, but always the same.
        return a.group->key < b.group->key;
    }

private:
    struct Step {
        bool of_group = false;
        std::size_t place = 0;
        bool descending = false;
    };

    template <class Item>
    static std::size_t PlaceOf(const std::vector<const Item*>& items, const Item* item) {
        return static_cast<std::size_t>(std::ranges::find(items, item) - items.begin());
    }
    static std::strong_ordering CompareCells(const Row& a, const Row& b, std::size_t place) {
        const auto times = a.times[place] <=> b.times[place];
        return times != 0 ? times : a.cells[place] <=> b.cells[place];
    }

    std::vector<Step> steps_;
};

void SortAndCut(const ReportRequest& request, std::vector<Row>& rows) {
    const RowOrder order(request);
    if (!request.limit || *request.limit >= rows.size()) {
        std::ranges::sort(rows, order);
        return;
    }
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(*request.limit);
    std::ranges::partial_sort(rows, end, order);
    rows.erase(end, rows.end());
}

}  // namespace

Result<ReportTable> MakeTable(const ReportRequest& request, const Tally& tally, const Calendar& calendar,
                              ReportRecords& records) {
    std::vector<Row> rows;
    for (const Tally::Group& group : tally.groups()) {
        auto metrics = tally.MetricsOf(group);
        if (!ShowsNothing(metrics)) rows.push_back({&group, std::move(metrics), {}, {}});
    }
    const auto players = ReadPlayerRefs(request, rows, records);
    if (!players) return std::unexpected(players.error());
    const RowNaming naming(request, calendar, *players);
    for (Row& row : rows) naming.Name(row);
    SortAndCut(request, rows);

    ReportTable table;
    table.row_count = rows.size();
    table.totals = tally.MetricsOf(tally.total());
    table.generated_at = Now();
    for (const GroupKey* key : request.groups) table.group_keys.push_back(key->name);
    for (const Metric* metric : request.metrics) table.metrics.push_back(metric->name);
    table.cells.reserve(rows.size() * request.groups.size());
    table.values.reserve(rows.size() * request.metrics.size());
    for (Row& row : rows) {
        std::ranges::move(row.cells, std::back_inserter(table.cells));
        std::ranges::copy(row.metrics, std::back_inserter(table.values));
    }
    return table;
}

}  // namespace fairlead::app

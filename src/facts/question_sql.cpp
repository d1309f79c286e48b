#include "facts/question_sql.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fairlead::facts {
namespace {

using app::FactSelection;
using app::Grouping;
using app::TimeBucket;
using app::ZoneOffset;

constexpr std::int64_t kMinutesPerHour = 60;
constexpr std::int64_t kMinutesPerDay = 1440;
constexpr std::int64_t kDaysPerWeek = 7;
constexpr std::int64_t kDaysFromMonday = 3;  // 1970-01-01 was a Thursday.
// With more steps, a CASE over rate days costs more than the rows that it saves.
constexpr std::size_t kRateStepsMax = 8;

std::string Joined(std::span<const std::string> parts, std::string_view separator) {
    return fmt::format("{}", fmt::join(parts, separator));
}

// Whether the selection includes days before 1970. No offset is larger than a day.
bool HasNegativeTimes(const FactSelection& selection) { return selection.ranges.front().from < kMinutesPerDay; }

// Engines round quotients towards zero. Adding a large multiple first rounds down instead. That needs 64 bits, which
// are slower, so it is only done if necessary.
std::string FloorQuotient(std::string_view dividend, std::int64_t divisor, const FactSelection& selection,
                          const SqlDialect& dialect) {
    if (!HasNegativeTimes(selection)) return dialect.Quotient(dividend, divisor);
    const std::int64_t shift = (std::int64_t{1} << 32) / divisor;
    const auto lifted = fmt::format("({} + {})", dividend, shift * divisor);
    return fmt::format("({} - {})", dialect.Quotient(lifted, divisor), shift);
}

// A value that changes at certain minutes.
struct Step {
    std::int64_t from = 0;
    std::int64_t value = 0;
};

std::string Ladder(std::span<const Step> steps) {
    if (steps.size() == 1) return fmt::format("({})", steps.front().value);
    std::string text = "(CASE";
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        fmt::format_to(std::back_inserter(text), " WHEN minute < {} THEN {}", steps[i + 1].from, steps[i].value);
    }
    return text + fmt::format(" ELSE {} END)", steps.back().value);
}

// The steps that apply somewhere in the selection. The first step also applies before its minute.
std::vector<Step> StepsWithin(const FactSelection& selection, std::span<const Step> steps) {
    const std::int64_t from = selection.ranges.front().from;
    const std::int64_t to = selection.ranges.back().to;
    std::vector<Step> within;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool is_over = i + 1 < steps.size() && steps[i + 1].from <= from;
        const bool is_to_come = i > 0 && steps[i].from >= to;
        if (!is_over && !is_to_come) within.push_back(steps[i]);
    }
    return within;
}

std::string OffsetOf(const FactSelection& selection) {
    std::vector<Step> steps;
    for (const ZoneOffset& offset : selection.offsets) steps.push_back({offset.from, offset.minutes});
    return Ladder(StepsWithin(selection, steps));
}

// If clocks change by a part of an hour, the local hour of the change counts as two hours. The second one begins at the
// change.
std::vector<Step> HourBeginsEarliest(const FactSelection& selection) {
    constexpr std::int64_t kAnyTime = std::numeric_limits<std::int32_t>::min();
    std::vector<Step> earliest;
    for (std::size_t i = 0; i < selection.offsets.size(); ++i) {
        const auto& [from, minutes] = selection.offsets[i];
        const bool splits = i > 0 && (minutes - selection.offsets[i - 1].minutes) % kMinutesPerHour != 0;
        earliest.push_back({from, splits ? from : kAnyTime});
    }
    auto within = StepsWithin(selection, earliest);
    if (std::ranges::all_of(within, [](const Step& step) { return step.value == kAnyTime; })) within.clear();
    return within;
}

std::string HourOf(const FactSelection& selection, const SqlDialect& dialect) {
    const auto offset = OffsetOf(selection);
    const auto hours = FloorQuotient(fmt::format("(minute + {})", offset), kMinutesPerHour, selection, dialect);
    const auto begin = fmt::format("({} * {} - {})", hours, kMinutesPerHour, offset);
    const auto earliest = HourBeginsEarliest(selection);
    return earliest.empty() ? begin : fmt::format("greatest({}, {})", begin, Ladder(earliest));
}

std::string BucketOf(TimeBucket bucket, const FactSelection& selection, const SqlDialect& dialect) {
    const auto offset = OffsetOf(selection);
    const auto local = fmt::format("(minute + {})", offset);
    switch (bucket) {
        case TimeBucket::kHour: return HourOf(selection, dialect);
        case TimeBucket::kDate: return FloorQuotient(local, kMinutesPerDay, selection, dialect);
        case TimeBucket::kWeek: {
            const auto since_monday = fmt::format("(minute + {} + {})", offset, kDaysFromMonday * kMinutesPerDay);
            const auto week = FloorQuotient(since_monday, kDaysPerWeek * kMinutesPerDay, selection, dialect);
            return fmt::format("({} * {} - {})", week, kDaysPerWeek, kDaysFromMonday);
        }
        case TimeBucket::kMonth: return dialect.MonthOf(FloorQuotient(local, kMinutesPerDay, selection, dialect));
    }
    return {};
}

std::string EventTypeOf() {
    const auto from = reporting::FactKind::kEventsFrom;
    return fmt::format("(CASE WHEN kind >= {0} AND kind < {1} THEN kind ELSE 0 END)", from,
                       from + events::kEventTypes.size());
}

std::string ExpressionOf(const Grouping& group, const FactSelection& selection, const SqlDialect& dialect) {
    if (const auto* bucket = std::get_if<TimeBucket>(&group)) return BucketOf(*bucket, selection, dialect);
    if (const auto* dimension = std::get_if<reporting::Dimension>(&group)) return dialect.Column(*dimension);
    return EventTypeOf();
}

// The columns by which a statement groups: expressions and names.
struct Keys {
    std::vector<std::string> selected;
    std::vector<std::string> names;

    void Add(const std::string& expression, std::string name) {
        selected.push_back(fmt::format("{} AS {}", expression, name));
        names.push_back(std::move(name));
    }
};

Keys KeysOf(std::span<const Grouping> groups, const FactSelection& selection, const SqlDialect& dialect) {
    Keys keys;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        keys.Add(ExpressionOf(groups[i], selection, dialect), fmt::format("group{}", i));
    }
    return keys;
}

std::string ConditionOf(const FactSelection& selection, const SqlDialect& dialect) {
    std::vector<std::string> ranges;
    for (const auto& range : selection.ranges) {
        ranges.push_back(fmt::format("(minute >= {} AND minute < {})", range.from, range.to));
    }
    // A list, not ranges: DuckDB has to sort the result of several ORs again.
    std::vector<int> kinds;
    for (const auto kind : selection.kinds) kinds.push_back(kind.code);
    std::vector<std::string> conditions{dialect.IsOwnedBy(selection.owner), fmt::format("({})", Joined(ranges, " OR ")),
                                        fmt::format("kind IN ({})", fmt::join(kinds, ", "))};
    for (const auto& filter : selection.filters) conditions.push_back(dialect.IsAmong(filter));
    if (selection.only_negative) conditions.push_back(dialect.IsNegative());
    return Joined(conditions, " AND ");
}

// If rates change often, the day itself is returned, because a CASE is evaluated for every row.
std::string RateDay(const app::RateSplit& split, const FactSelection& selection, const SqlDialect& dialect) {
    std::vector<Step> steps{{.value = std::numeric_limits<std::int32_t>::min()}};
    for (const auto day : split.rate_days) steps.push_back({day * kMinutesPerDay, day});
    const auto within = StepsWithin(selection, steps);
    return within.size() <= kRateStepsMax ? Ladder(within)
                                          : FloorQuotient("minute", kMinutesPerDay, selection, dialect);
}

void AddRateKeys(const app::RateSplit& split, const FactSelection& selection, const SqlDialect& dialect, Keys& keys) {
    if (!dialect.NeedsRates(selection.owner, split.base)) {
        // Constant for all rows, so that no grouping by it is necessary.
        keys.selected.push_back(fmt::format("{} AS rate_currency", dialect.NoCurrency()));
        keys.selected.emplace_back("0 AS rate_day");
        return;
    }
    const auto plain = dialect.NeedsNoRate(split.base);
    keys.Add(fmt::format("(CASE WHEN {} THEN {} ELSE {} END)", plain, dialect.NoCurrency(),
                         dialect.Column(reporting::Dimension::kCurrency)),
             "rate_currency");
    keys.Add(fmt::format("(CASE WHEN {} THEN 0 ELSE {} END)", plain, RateDay(split, selection, dialect)), "rate_day");
}

// The keys of an entity. Beside the groups, rows of the same entity are equal in these columns.
void AddEntityKeys(const app::DistinctQuestion& question, const SqlDialect& dialect, Keys& keys) {
    if (question.entity == app::Entity::kPlayer) {
        keys.Add(dialect.Column(reporting::Dimension::kPlayer), "entity_player");
        return;
    }
    keys.Add("visitor", "entity_visitor");
    keys.Add(dialect.Column(reporting::Dimension::kLink), "entity_link");
    keys.Add(BucketOf(TimeBucket::kDate, question.selection, dialect), "entity_date");
}

}  // namespace

std::string SqlDialect::MonthOf(std::string_view day) const {
    // The calendar whose years begin in March (Neri and Schneider, "Euclidean affine functions and their application to
    // calendar algorithms"). Leap days come last, so that centuries, years and months all follow by division.
    const auto quarters = fmt::format("(({} + 719468) * 4 + 3)", day);
    const auto century = Quotient(quarters, 146'097);
    const auto in_century = fmt::format("({} % 146097)", quarters);
    const auto years_quarters = fmt::format("({} * 4 + 3)", Quotient(in_century, 4));
    const auto year = Quotient(years_quarters, 1461);
    const auto day_of_year = Quotient(fmt::format("({} % 1461)", years_quarters), 4);
    const auto month = Quotient(fmt::format("({} * 5 + 2)", day_of_year), 153);
    return fmt::format("({} * 1200 + {} * 12 + {} + 2)", century, year, month);
}

bool SelectsNothing(const FactSelection& selection) {
    const auto is_empty = [](const app::DimensionFilter& filter) {
        return reporting::IsId(filter.dimension) ? filter.ids.empty() : filter.texts.empty();
    };
    return selection.ranges.empty() || selection.kinds.empty() || std::ranges::any_of(selection.filters, is_empty);
}

std::string SumSql(const app::SumQuestion& question, const SqlDialect& dialect) {
    Keys keys = KeysOf(question.groups, question.selection, dialect);
    keys.Add("kind", "fact_kind");
    if (question.split) AddRateKeys(*question.split, question.selection, dialect, keys);
    const auto amounts = question.split ? ", " + dialect.SumOfAmounts() : std::string();
    return fmt::format("SELECT {}, sum(weight) AS weights{} FROM {} WHERE {} GROUP BY {}", Joined(keys.selected, ", "),
                       amounts, dialect.Table(), ConditionOf(question.selection, dialect), Joined(keys.names, ", "));
}

std::string DistinctSql(const app::DistinctQuestion& question, const SqlDialect& dialect) {
    Keys keys = KeysOf(question.groups, question.selection, dialect);
    const auto groups = Joined(keys.names, ", ");
    AddEntityKeys(question, dialect, keys);
    const auto entities =
        fmt::format("SELECT {} FROM {} WHERE {} GROUP BY {} HAVING sum(weight) > 0", Joined(keys.selected, ", "),
                    dialect.Table(), ConditionOf(question.selection, dialect), Joined(keys.names, ", "));
    if (groups.empty()) return fmt::format("SELECT count(*) AS entity_count FROM ({}) AS entities", entities);
    return fmt::format("SELECT {0}, count(*) AS entity_count FROM ({1}) AS entities GROUP BY {0}", groups, entities);
}

std::int32_t RateDayOf(const app::RateSplit& split, std::int64_t day) {
    const auto after = std::ranges::upper_bound(split.rate_days, day);
    return after == split.rate_days.begin() ? std::numeric_limits<std::int32_t>::min() : *std::prev(after);
}

}  // namespace fairlead::facts

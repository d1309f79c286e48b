#include "facts/contract/naive_facts.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include "base/time/date.hpp"

namespace fairlead::facts {
namespace {

using app::FactSelection;
using reporting::Dimension;
using reporting::FactRow;

using Minutes = std::chrono::sys_time<std::chrono::minutes>;

std::int32_t OffsetAt(const FactSelection& selection, std::int32_t minute) {
    std::int32_t offset = selection.offsets.front().minutes;
    for (const auto& each : selection.offsets) {
        if (each.from <= minute) offset = each.minutes;
    }
    return offset;
}

// The last clock change, if it was by a part of an hour.
std::int64_t ChangedAt(const FactSelection& selection, std::int32_t minute) {
    std::int64_t changed = INT32_MIN;
    for (std::size_t i = 1; i < selection.offsets.size(); ++i) {
        const auto& [from, minutes] = selection.offsets[i];
        if (from > minute) break;
        changed = (minutes - selection.offsets[i - 1].minutes) % 60 == 0 ? INT32_MIN : from;
    }
    return changed;
}

template <class T>
bool IsOneOf(const std::vector<T>& values, const T& value) {
    return std::ranges::find(values, value) != values.end();
}

// Uses the calendar of the standard library.
std::int64_t NaiveBucket(app::TimeBucket bucket, const FactSelection& selection, std::int32_t minute) {
    const auto offset = OffsetAt(selection, minute);
    const Minutes local{std::chrono::minutes(std::int64_t{minute} + offset)};
    const auto day = std::chrono::floor<std::chrono::days>(local);
    switch (bucket) {
        case app::TimeBucket::kHour:
            return std::max(
                std::chrono::floor<std::chrono::hours>(local).time_since_epoch() / std::chrono::minutes(1) - offset,
                ChangedAt(selection, minute));
        case app::TimeBucket::kDate: return day.time_since_epoch().count();
        case app::TimeBucket::kWeek: {
            const auto since_monday = std::chrono::weekday(day) - std::chrono::Monday;
            return (day - since_monday).time_since_epoch().count();
        }
        case app::TimeBucket::kMonth: {
            const std::chrono::year_month_day date(day);
            return int{date.year()} * 12 + static_cast<int>(unsigned{date.month()}) - 1;
        }
    }
    return 0;
}

Cell NaiveCell(const FactRow& row, const app::Grouping& group, const FactSelection& selection) {
    if (const auto* bucket = std::get_if<app::TimeBucket>(&group)) return NaiveBucket(*bucket, selection, row.minute);
    if (const auto* dimension = std::get_if<Dimension>(&group)) return facts::NaiveCell(row, *dimension);
    return std::int64_t{row.kind.event_type() ? row.kind.code : 0};
}

bool Passes(const FactRow& row, const app::DimensionFilter& filter) {
    const Cell cell = facts::NaiveCell(row, filter.dimension);
    if (const auto* id = std::get_if<Uuid>(&cell)) return IsOneOf(filter.ids, *id);
    return IsOneOf(filter.texts, std::get<std::string>(cell));
}

bool IsSelected(const FactRow& row, const FactSelection& selection) {
    const auto is_within = [&](const app::MinuteRange& range) {
        return range.from <= row.minute && row.minute < range.to;
    };
    return row.owner == selection.owner && std::ranges::any_of(selection.ranges, is_within) &&
           IsOneOf(selection.kinds, row.kind) && (!selection.only_negative || row.amount.IsNegative()) &&
           std::ranges::all_of(selection.filters, [&](const auto& filter) { return Passes(row, filter); });
}

Cells NaiveGroup(const FactRow& row, std::span<const app::Grouping> groups, const FactSelection& selection) {
    Cells cells;
    for (const auto& group : groups) cells.push_back(NaiveCell(row, group, selection));
    return cells;
}

void SplitByRate(const FactRow& row, const app::RateSplit& split, SumPart& part) {
    if (row.currency.empty() || row.currency == split.base.code()) return;
    part.currency = row.currency;
    part.rate_day = INT32_MIN;
    const auto day = std::chrono::floor<std::chrono::days>(Minutes{std::chrono::minutes(row.minute)});
    for (const auto rate_day : split.rate_days) {
        if (rate_day <= day.time_since_epoch().count()) part.rate_day = rate_day;
    }
}

}  // namespace

Cell NaiveCell(const FactRow& row, Dimension dimension) {
    switch (dimension) {
        case Dimension::kBrand: return row.brand.uuid;
        case Dimension::kAffiliate: return row.affiliate.uuid;
        case Dimension::kCampaign: return row.campaign.uuid;
        case Dimension::kCreative: return row.creative.uuid;
        case Dimension::kLink: return row.link.uuid;
        case Dimension::kSource: return row.source.uuid;
        case Dimension::kDeal: return row.deal.uuid;
        case Dimension::kPlayer: return row.player.uuid;
        case Dimension::kCountry: return std::string(row.country);
        case Dimension::kGeoTarget: return std::string(row.geo_target);
        case Dimension::kDevice: return std::string(row.device);
        case Dimension::kOs: return std::string(row.os);
        case Dimension::kBrowser: return std::string(row.browser);
        case Dimension::kCurrency: return std::string(row.currency);
        case Dimension::kPeriod: return std::string(row.period);
        case Dimension::kSub1: return std::string(row.subs[0]);
        case Dimension::kSub2: return std::string(row.subs[1]);
        case Dimension::kSub3: return std::string(row.subs[2]);
        case Dimension::kSub4: return std::string(row.subs[3]);
        case Dimension::kSub5: return std::string(row.subs[4]);
        case Dimension::kProduct: return std::string(row.product);
        case Dimension::kGame: return std::string(row.game);
    }
    return {};
}

Sums NaiveSums(std::span<const FactRow> rows, const app::SumQuestion& question) {
    Sums sums;
    for (const FactRow& row : rows) {
        if (!IsSelected(row, question.selection)) continue;
        SumPart part{.group = NaiveGroup(row, question.groups, question.selection), .kind = row.kind.code};
        if (question.split) SplitByRate(row, *question.split, part);
        auto& sum = sums[part];
        sum.weight += row.weight;
        if (question.split) sum.amount += row.amount;
    }
    return sums;
}

Counts NaiveCounts(std::span<const FactRow> rows, const app::DistinctQuestion& question) {
    std::map<std::pair<Cells, Cells>, std::int64_t> weights;
    for (const FactRow& row : rows) {
        if (!IsSelected(row, question.selection)) continue;
        Cells entity = One(row.player.uuid);
        if (question.entity == app::Entity::kVisit) {
            entity = {static_cast<std::int64_t>(row.visitor), row.link.uuid,
                      NaiveBucket(app::TimeBucket::kDate, question.selection, row.minute)};
        }
        weights[{NaiveGroup(row, question.groups, question.selection), entity}] += row.weight;
    }
    Counts counts;
    for (const auto& [key, weight] : weights) {
        if (weight > 0) ++counts[key.first];
    }
    return counts;
}

}  // namespace fairlead::facts

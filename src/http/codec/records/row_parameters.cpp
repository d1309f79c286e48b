#include "http/codec/records/row_parameters.hpp"

#include "app/reports/resolve_filters.hpp"
#include "app/reports/row_names.hpp"
#include "domain/reporting/for_affiliates.hpp"

namespace fairlead::http {
namespace {

using reporting::Dimension;
using reporting::OpensAs;

class RowParameterReader {
public:
    RowParameterReader(const app::OperatorEntry& owner, const reporting::Calendar& calendar, OpensAs list,
                       RecordFilters& given, std::optional<AffiliateId> affiliate)
        : owner_(owner), calendar_(calendar), list_(list), given_(given), affiliate_(affiliate) {}

    app::RowSelection Run() {
        ReadDates();
        ReadMetric();
        for (const reporting::GroupKey& key : reporting::GroupKeys()) {
            const auto value = given_.Text(key.name);
            if (value) std::visit([&](const auto& grouping) { Take(key.name, grouping, *value); }, key.grouping);
        }
        return std::move(selection_);
    }

private:
    void Narrow(const reporting::TimeSpan& span) {
        selection_.time = Overlap(selection_.time, {span.from, Timestamp{span.to.micros - 1}});
    }

    void ReadDates() {
        constexpr std::string_view kMust = "must be a date like 2026-03-10";
        const auto start = given_.ReadAs("startDate", kMust, Date::Parse);
        const auto end = given_.ReadAs("endDate", kMust, Date::Parse);
        if (start && end && *start > *end) given_.Refuse("endDate", "must not be before startDate");
        const auto& zone = calendar_.zone();
        app::TimeRange range;
        if (start) range.from = zone.StartOf(*start);
        if (end) range.to = Timestamp{zone.StartOf({end->days + 1}).micros - 1};
        selection_.time = Overlap(selection_.time, range);
    }

    void ReadMetric() {
        const auto name = given_.Text("metric");
        if (!name) return;
        const reporting::Metric* metric = reporting::FindMetric(*name);
        const bool hidden = metric != nullptr && affiliate_ && !reporting::IsForAffiliates(*metric);
        if (metric == nullptr || metric->opens != list_ || hidden) {
            return given_.Refuse("metric", "is not a metric of this list");
        }
        selection_.filter.metric = metric;
    }

    void Take(std::string_view name, reporting::TimeBucket bucket, const std::string& value) {
        const auto span = calendar_.Find(bucket, value);
        if (!span) return given_.Refuse(name, "is not a period as reports write it");
        Narrow(*span);
    }

    // Only events have a type. The list of events reads this parameter itself.
    void Take(std::string_view name, reporting::EventTypeGroup, const std::string& value) {
        const bool of_type = !value.empty();
        if (of_type && !events::ParseEventType(value)) return given_.Refuse(name, events::MustBeEventType());
        if (of_type != (list_ == OpensAs::kEvents)) selection_.filter.nothing = true;
    }

    void Take(std::string_view name, Dimension dimension, const std::string& value) {
        app::DimensionFilter filter{.dimension = dimension, .ids = {}, .texts = {}};
        if (dimension == Dimension::kPlayer && !value.empty()) {
            selection_.player = value;
            return;
        }
        if (!reporting::IsId(dimension)) {
            filter.texts.push_back(TextFor(name, dimension, value));
        } else {
            filter.ids = IdsFor(name, dimension, value);
        }
        selection_.filter.dimensions.push_back(std::move(filter));
    }

    std::string TextFor(std::string_view name, Dimension dimension, const std::string& value) {
        if (dimension != Dimension::kCurrency || value.empty()) return value;
        const auto currency = Currency::Parse(value);
        if (!currency) given_.Refuse(name, "must be a currency code");
        return currency ? std::string(currency->code()) : value;
    }

    // An unknown id matches no record. An unknown name is an error.
    std::vector<Uuid> IdsFor(std::string_view name, Dimension dimension, const std::string& value) {
        if (dimension == Dimension::kPlayer) return {Uuid{}};
        auto ids = app::IdsNamed(owner_.records, dimension, value);
        if (affiliate_ && !value.empty()) {
            std::erase_if(ids, [&](const Uuid& id) { return !app::MayName(owner_, *affiliate_, dimension, id); });
            if (ids.empty()) selection_.filter.nothing = true;
            return ids;
        }
        const auto id = Uuid::Parse(value);
        if (ids.empty() && id) ids.push_back(*id);
        if (ids.empty()) given_.Refuse(name, "is unknown: use an id or a name");
        return ids;
    }

    const app::OperatorEntry& owner_;
    const reporting::Calendar& calendar_;
    OpensAs list_;
    RecordFilters& given_;
    std::optional<AffiliateId> affiliate_;
    app::RowSelection selection_;
};

}  // namespace

std::span<const std::string_view> RowParameterNames() {
    static const std::vector<std::string_view> kNames = [] {
        std::vector<std::string_view> names{"startDate", "endDate", "metric"};
        for (const reporting::GroupKey& key : reporting::GroupKeys()) names.push_back(key.name);
        return names;
    }();
    return kNames;
}

std::span<const std::string_view> RowParameterNamesForAffiliates() {
    static const std::vector<std::string_view> kNames = [] {
        std::vector<std::string_view> names{"startDate", "endDate", "metric"};
        for (const reporting::GroupKey& key : reporting::GroupKeys()) {
            if (reporting::IsForAffiliates(key)) names.push_back(key.name);
        }
        return names;
    }();
    return kNames;
}

app::RowSelection ReadRowSelection(const app::OperatorEntry& owner, const reporting::Calendar& calendar, OpensAs list,
                                   RecordFilters& given, std::optional<AffiliateId> affiliate) {
    return RowParameterReader(owner, calendar, list, given, affiliate).Run();
}

}  // namespace fairlead::http

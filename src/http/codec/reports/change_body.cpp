#include "http/codec/reports/change_body.hpp"

#include "app/resources/report_checks.hpp"
#include "http/codec/reports/report_days.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::ChangePart;
using app::ChangeQuestion;
using app::PartKind;

app::Errors CheckChangedMetric(const json::value& value, const reporting::Metric*& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return app::Wrong(ErrorCode::kWrongType, "must be a string");
    out = reporting::FindMetric(*text);
    if (out == nullptr) return app::Wrong(ErrorCode::kInvalidValue, "there is no such metric");
    return {};
}

app::Errors CheckSplitKeys(const json::value& value, std::vector<const reporting::GroupKey*>& out) {
    std::vector<std::string> names;
    if (app::Errors errors = app::CheckGroupKeys(value, names); !errors.empty()) return errors;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto* key = reporting::FindGroupKey(names[i]);
        if (app::SplitsChanges(*key)) {
            out.push_back(key);
            continue;
        }
        return {{ErrorCode::kInvalidValue, "/" + std::to_string(i), "cannot split a change"}};
    }
    return {};
}

std::string_view KindName(PartKind kind) {
    switch (kind) {
        case PartKind::kGroup: return "group";
        case PartKind::kCause: return "cause";
        case PartKind::kOthers: return "others";
        case PartKind::kOverlap: return "overlap";
    }
    return {};
}

json::value NumberOrNull(const std::optional<Decimal>& number) {
    return number ? json::value(number->ToString()) : json::value(nullptr);
}

json::object WritePeriod(const reporting::DateRange& days, const comparison::Measured& measured) {
    return {
        {"startDate", days.start.ToString()}, {"endDate", days.end.ToString()}, {"value", measured.value.ToString()}};
}

json::object WritePart(std::string_view by, const ChangePart& part) {
    const bool is_cause = part.kind == PartKind::kCause;
    json::object filters;
    if (part.filter) filters[is_cause ? "deal" : by] = json::array{*part.filter};
    const bool has_name = part.kind == PartKind::kGroup || part.filter.has_value();
    return {{"kind", KindName(part.kind)},
            {"code", is_cause ? json::value(comparison::NameOf(part.cause)) : json::value(nullptr)},
            {"name", has_name ? json::value(part.name) : json::value(nullptr)},
            {"count", part.kind == PartKind::kOthers ? json::value(part.count) : json::value(nullptr)},
            {"before", NumberOrNull(part.before)},
            {"after", NumberOrNull(part.after)},
            {"difference", part.difference.ToString()},
            {"filters", std::move(filters)},
            {"text", part.text}};
}

json::array WriteSplits(const app::ChangeExplanation& explanation) {
    json::array splits;
    for (const app::ChangeBreakdown& split : explanation.splits) {
        json::array parts;
        for (const ChangePart& part : split.parts) parts.push_back(WritePart(split.by, part));
        splits.push_back({{"by", split.by}, {"parts", std::move(parts)}});
    }
    return splits;
}

}  // namespace

std::expected<ChangeQuestion, app::Errors> ReadChangeBody(std::shared_ptr<const app::OperatorEntry> owner,
                                                          const json::value& body, Date today) {
    BodyMembers members(body.get_object(), {"metric", "filters", "startDate", "endDate", "period", "compareTo",
                                            "compareStartDate", "compareEndDate", "by", "limit"});
    ChangeQuestion request{.owner = std::move(owner)};
    const reporting::Metric* none = nullptr;
    request.metric = members.Required("metric", none, CheckChangedMetric).value_or(nullptr);
    request.filters =
        members.Optional("filters", app::ReportFilters(), app::CheckFilters).value_or(app::ReportFilters());
    const ReportDays days = ReadReportDays(members, today);
    const auto before = ReadComparedDays(members, days, reporting::ComparedWith::kPreviousPeriod);
    request.after = days.range;
    request.before = before.value_or(reporting::DateRange());
    std::vector<const reporting::GroupKey*> keys;
    request.by = members.Optional("by", keys, CheckSplitKeys).value_or(keys);
    const auto check_limit = [](const json::value& value, std::int64_t& out) {
        return app::CheckInteger(value, 1, comparison::kContributionsMax, out);
    };
    if (const auto limit = members.Optional("limit", std::int64_t{0}, check_limit)) {
        request.parts_max = static_cast<std::size_t>(*limit);
    }
    if (!members.errors().empty()) return std::unexpected(members.errors());
    return request;
}

std::string WriteChange(const app::ChangeExplanation& explanation) {
    const ChangeQuestion& request = explanation.request;
    const bool has_suggestion = !explanation.suggested.empty();
    const json::object answer{
        {"metric", request.metric->name},
        {"currency", explanation.currency ? json::value(explanation.currency->code()) : json::value(nullptr)},
        {"before", WritePeriod(request.before, explanation.whole.before)},
        {"after", WritePeriod(request.after, explanation.whole.after)},
        {"difference", explanation.whole.difference().ToString()},
        {"percent", NumberOrNull(explanation.percent)},
        {"suggested", has_suggestion ? json::value(explanation.suggested) : json::value(nullptr)},
        {"splits", WriteSplits(explanation)},
        {"text", explanation.text}};
    return json::serialize(answer);
}

}  // namespace fairlead::http

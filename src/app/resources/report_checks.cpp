#include "app/resources/report_checks.hpp"

#include "base/text/text.hpp"
#include "domain/reporting/group_keys.hpp"
#include "domain/reporting/metrics.hpp"

namespace fairlead::app {

namespace json = boost::json;

namespace {

// A name that `find` knows.
template <class Find>
auto CheckKnown(std::string_view noun, Find find) {
    return [noun, find](const json::value& value, std::string& out) -> Errors {
        const auto* text = value.if_string();
        if (text == nullptr) return Wrong(ErrorCode::kWrongType, "must be a string");
        if (find(*text) == nullptr) return Wrong(ErrorCode::kInvalidValue, "there is no such " + std::string(noun));
        out = std::string_view(*text);
        return {};
    };
}

Errors CheckFilterValue(const json::value& value, std::string& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return Wrong(ErrorCode::kWrongType, "must be a string");
    if (CountCodePoints(*text) > kFilterValueLengthMax) {
        return Wrong(ErrorCode::kTooLong, "must have at most 255 characters");
    }
    if (HasControlCharacter(*text)) return Wrong(ErrorCode::kInvalidValue, "must not contain control characters");
    out = std::string_view(*text);
    return {};
}

Errors CheckFilterValues(const json::value& value, std::vector<std::string>& out) {
    std::vector<std::string> values;
    Errors errors = CheckList(value, kFilterValuesMax, std::string(), CheckFilterValue, values);
    if (!errors.empty()) return errors;
    if (values.empty()) return Wrong(ErrorCode::kInvalidValue, "must have at least one value");
    out = std::move(values);
    return {};
}

template <class Declared>
json::array NamesOf(const Declared& declared) {
    json::array names;
    for (const auto& one : declared) names.emplace_back(one.name);
    return names;
}

}  // namespace

Errors CheckGroupKeys(const json::value& value, std::vector<std::string>& out) {
    return CheckList(value, kGroupKeysMax, std::string(), CheckKnown("group key", reporting::FindGroupKey), out);
}

Errors CheckMetrics(const json::value& value, std::vector<std::string>& out) {
    std::vector<std::string> metrics;
    Errors errors = CheckList(value, kMetricsMax, std::string(), CheckKnown("metric", reporting::FindMetric), metrics);
    if (!errors.empty()) return errors;
    if (metrics.empty()) return Wrong(ErrorCode::kInvalidValue, "must have at least one entry");
    out = std::move(metrics);
    return {};
}

Errors CheckFilters(const json::value& value, ReportFilters& out) {
    const auto* object = value.if_object();
    if (object == nullptr) return Wrong(ErrorCode::kWrongType, "must be an object of lists");
    ReportFilters filters;
    Errors all;
    for (const auto& [name, values] : *object) {
        Errors errors = reporting::FindGroupKey(name) == nullptr
                            ? Wrong(ErrorCode::kUnknownMember, "there is no such group key")
                            : CheckFilterValues(values, filters[std::string(name)]);
        AppendAt(JsonPointerTo(name), std::move(errors), all);
        if (all.HasMore()) break;
    }
    if (all.empty()) out = std::move(filters);
    return all;
}

json::object GroupKeysSchema(std::size_t count_min) {
    return {{"type", "array"},
            {"minItems", count_min},
            {"maxItems", kGroupKeysMax},
            {"items", {{"type", "string"}, {"enum", NamesOf(reporting::GroupKeys())}}}};
}

json::object MetricsSchema() {
    return {{"type", "array"},
            {"minItems", 1},
            {"maxItems", kMetricsMax},
            {"items", {{"type", "string"}, {"enum", NamesOf(reporting::Metrics())}}}};
}

json::object FiltersSchema() {
    const json::object value{{"type", "string"}, {"maxLength", kFilterValueLengthMax}};
    return {{"type", "object"},
            {"additionalProperties",
             {{"type", "array"}, {"minItems", 1}, {"maxItems", kFilterValuesMax}, {"items", value}}}};
}

}  // namespace fairlead::app

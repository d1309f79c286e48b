#include "http/codec/reports/report_body.hpp"

#include <algorithm>

#include "app/reports/preset_request.hpp"
#include "app/resources/report_checks.hpp"
#include "domain/reporting/relative_period.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/reports/report_days.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::Errors;
using app::ReportRequest;
using reporting::DateRange;

constexpr std::int64_t kRowLimitMax = 1'000'000;

Result<Date> ReadDate(const std::string& name, const std::string& value) {
    const auto date = Date::Parse(value);
    if (!date) return Fail(ErrorCode::kInvalidRequest, name + " must be a date like 2026-03-10");
    return *date;
}

template <class Item>
const Item* FindNamed(const std::vector<const Item*>& items, std::string_view name) {
    const auto found = std::ranges::find(items, name, &Item::name);
    return found == items.end() ? nullptr : *found;
}

// Reads one sort key, such as "-ngr" for the largest value first. It must be a column of the report.
Errors CheckOrder(const json::value& value, const ReportRequest& request, app::ReportOrder& out) {
    std::string text;
    if (Errors errors = app::CheckText(value, 64, text); !errors.empty()) return errors;
    std::string_view name = text;
    out.descending = name.starts_with('-');
    if (out.descending) name.remove_prefix(1);
    constexpr std::string_view kDifference = "difference:";
    out.by_difference = request.compared_with && name.starts_with(kDifference);
    if (out.by_difference) name.remove_prefix(kDifference.size());
    if (const auto* key = FindNamed(request.groups, name); key != nullptr && !out.by_difference) {
        out.by = key;
    } else if (const auto* metric = FindNamed(request.metrics, name)) {
        out.by = metric;
    } else {
        return app::Wrong(ErrorCode::kInvalidValue, "must be one of the report's group keys or metrics");
    }
    return {};
}

// Reads one sort key or a list of sort keys.
Errors CheckSort(const json::value& value, const ReportRequest& request, std::vector<app::ReportOrder>& out) {
    const auto* list = value.if_array();
    if (list == nullptr) {
        app::ReportOrder order;
        Errors errors = CheckOrder(value, request, order);
        if (errors.empty()) out.push_back(order);
        return errors;
    }
    if (list->size() > app::kSortKeysMax) {
        return app::Wrong(ErrorCode::kTooLong, "must have at most " + std::to_string(app::kSortKeysMax) + " entries");
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        app::ReportOrder order;
        Errors errors = CheckOrder((*list)[i], request, order);
        for (Error& error : errors) error.pointer.insert(0, "/" + std::to_string(i));
        if (!errors.empty()) return errors;
        out.push_back(order);
    }
    return {};
}

// Weeks and hours of two periods do not correspond, and a filter by time matches nothing in the other period.
void RefuseTimes(BodyMembers& members, const ReportRequest& request) {
    const auto is_time = [](const reporting::GroupKey* key) {
        return key != nullptr && std::holds_alternative<reporting::TimeBucket>(key->grouping);
    };
    for (std::size_t i = 0; i < request.groups.size(); ++i) {
        const auto& grouping = request.groups[i]->grouping;
        if (grouping != reporting::Grouping(reporting::TimeBucket::kHour) &&
            grouping != reporting::Grouping(reporting::TimeBucket::kWeek))
            continue;
        members.Refuse({ErrorCode::kInvalidValue, "/groupKeys/" + std::to_string(i), "cannot be compared"});
    }
    for (const auto& [name, values] : request.filters) {
        if (!is_time(reporting::FindGroupKey(name))) continue;
        members.Refuse({ErrorCode::kInvalidValue, "/filters/" + name, "cannot be used in a comparison"});
    }
}

}  // namespace

Result<ReportAddress> ReadReportAddress(const Request& request, ReportFormat format_default) {
    ReportAddress address{.format = format_default, .start = {}, .end = {}};
    auto parameters = request.QueryParameters();
    if (!parameters) return Fail(ErrorCode::kInvalidRequest, "the query is not well formed");
    // The first value of a repeated parameter counts, as for clicks. In reverse order it is assigned last.
    std::ranges::reverse(*parameters);
    for (const auto& [name, value] : *parameters) {
        if (name == "format") {
            if (value != "json" && value != "csv")
                return Fail(ErrorCode::kInvalidRequest, "format must be csv or json");
            address.format = value == "json" ? ReportFormat::kJson : ReportFormat::kCsv;
        } else if (name == "startDate" || name == "endDate") {
            const auto date = TRY(ReadDate(name, value));
            (name == "startDate" ? address.start : address.end) = date;
        }
    }
    return address;
}

Result<ReportRequest> RequestOf(std::shared_ptr<const app::OperatorEntry> owner, const catalogue::ReportPreset& preset,
                                const ReportAddress& address, Date today) {
    const auto period = reporting::FindRelativePeriod(preset.period).value_or(reporting::kRelativePeriodDefault);
    const DateRange usual = reporting::RangeOf(period, today);
    const DateRange days{address.start.value_or(preset.start.value_or(usual.start)),
                         address.end.value_or(preset.end.value_or(usual.end))};
    if (days.start > days.end) return Fail(ErrorCode::kInvalidRequest, "startDate must not be after endDate");
    return app::RequestOfPreset(std::move(owner), preset, days);
}

std::expected<ReportRequest, Errors> ReadReportBody(std::shared_ptr<const app::OperatorEntry> owner,
                                                    const json::value& body, Date today) {
    BodyMembers members(body.get_object(), {"groupKeys", "metrics", "filters", "startDate", "endDate", "period",
                                            "compareTo", "compareStartDate", "compareEndDate", "sort", "limit"});
    ReportRequest request{.owner = std::move(owner)};
    const auto group_keys = members.Optional("groupKeys", std::vector<std::string>(), app::CheckGroupKeys);
    const auto metrics = members.Required("metrics", std::vector<std::string>(), app::CheckMetrics);
    request.filters =
        members.Optional("filters", app::ReportFilters(), app::CheckFilters).value_or(app::ReportFilters());
    app::ChooseColumns(request, group_keys.value_or(std::vector<std::string>()),
                       metrics.value_or(std::vector<std::string>()));
    const ReportDays days = ReadReportDays(members, today);
    request.start = days.range.start;
    request.end = days.range.end;
    request.compared_with = ReadComparedDays(members, days);
    if (request.compared_with) RefuseTimes(members, request);
    const auto check_sort = [&](const json::value& value, std::vector<app::ReportOrder>& out) {
        return CheckSort(value, request, out);
    };
    request.order =
        members.Optional("sort", std::vector<app::ReportOrder>(), check_sort).value_or(std::vector<app::ReportOrder>());
    const auto check_limit = [](const json::value& value, std::int64_t& out) {
        return app::CheckInteger(value, 1, kRowLimitMax, out);
    };
    if (const auto limit = members.Optional("limit", std::int64_t{0}, check_limit)) {
        request.limit = static_cast<std::size_t>(*limit);
    }
    if (!members.errors().empty()) return std::unexpected(members.errors());
    return request;
}

}  // namespace fairlead::http

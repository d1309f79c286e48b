#include "http/codec/reports/affiliate_results.hpp"

#include <algorithm>

#include "app/reports/preset_request.hpp"
#include "app/resources/report_checks.hpp"
#include "base/text/json_text.hpp"
#include "http/codec/reports/report_days.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::AffiliateOrder;
using app::AffiliateResultsQuery;
using app::Errors;
using Filters = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kCursorLengthMax = 20;

// Reads an order such as "-ngr" for the largest value first.
Errors CheckAffiliateOrder(const json::value& value, const app::ReportRequest& report, AffiliateOrder& out) {
    std::string text;
    if (Errors errors = app::CheckText(value, 64, text); !errors.empty()) return errors;
    std::string_view name = text;
    out.descending = name.starts_with('-');
    if (out.descending) name.remove_prefix(1);
    const auto metric = std::ranges::find(report.metrics, name, &reporting::Metric::name);
    if (metric != report.metrics.end()) {
        out.by = AffiliateOrder::By::kMetric;
        out.metric = static_cast<std::size_t>(metric - report.metrics.begin());
    } else if (name == "name" || name == "createdAt") {
        out.by = name == "name" ? AffiliateOrder::By::kName : AffiliateOrder::By::kCreation;
    } else {
        return app::Wrong(ErrorCode::kInvalidValue, "must be name, createdAt or one of the metrics");
    }
    return {};
}

// Reads the filters of the list of affiliates.
Errors CheckListFilters(const json::value& value, Filters& out) {
    const auto* object = value.if_object();
    if (object == nullptr) return app::Wrong(ErrorCode::kWrongType, "must be an object");
    Errors all;
    for (const auto& [name, wanted] : *object) {
        std::string text;
        Errors errors = app::CheckText(wanted, app::kFilterValueLengthMax, text);
        if (!app::AffiliateResource().HasFilter(name)) {
            errors = app::Wrong(ErrorCode::kUnknownMember, "is not a parameter of GET /affiliates");
        }
        AppendAt(JsonPointerTo(name), std::move(errors), all);
        if (all.HasMore()) return all;
        out.emplace_back(name, std::move(text));
    }
    return all;
}

Errors CheckPageLimit(const json::value& value, std::int64_t& out) {
    return app::CheckInteger(value, 1, static_cast<std::int64_t>(app::kListLimitMax), out);
}

Errors CheckCursor(const json::value& value, std::string& out) { return app::CheckText(value, kCursorLengthMax, out); }

void AppendMetrics(const app::AffiliateResult& result, const app::ReportRequest& report, std::string& out) {
    for (std::size_t i = 0; i < result.metrics.size(); ++i) {
        out.append(i == 0 ? "\"" : ",\"").append(report.metrics[i]->name).append("\":");
        out += result.metrics[i].ToString();
    }
}

}  // namespace

std::expected<AffiliateResultsQuery, Errors> ReadAffiliateResultsBody(std::shared_ptr<const app::OperatorEntry> owner,
                                                                      const json::value& body, Date today) {
    BodyMembers members(body.get_object(),
                        {"metrics", "filters", "startDate", "endDate", "period", "sort", "limit", "cursor"});
    AffiliateResultsQuery query{.report = {.owner = std::move(owner)}, .list = {}, .order = {}};
    const auto metrics = members.Required("metrics", std::vector<std::string>(), app::CheckMetrics);
    app::ChooseColumns(query.report, {}, metrics.value_or(std::vector<std::string>()));
    const ReportDays days = ReadReportDays(members, today);
    query.report.start = days.range.start;
    query.report.end = days.range.end;
    query.list.filters = members.Optional("filters", Filters(), CheckListFilters).value_or(Filters());
    const auto check_order = [&](const json::value& value, AffiliateOrder& out) {
        return CheckAffiliateOrder(value, query.report, out);
    };
    query.order = members.Optional("sort", AffiliateOrder(), check_order).value_or(AffiliateOrder());
    const auto usual_limit = static_cast<std::int64_t>(app::kListLimitDefault);
    query.list.limit =
        static_cast<std::size_t>(members.Optional("limit", std::int64_t{0}, CheckPageLimit).value_or(usual_limit));
    query.list.cursor = members.Optional("cursor", std::string(), CheckCursor).value_or(std::string());
    if (!members.errors().empty()) return std::unexpected(members.errors());
    return query;
}

std::string WriteAffiliateResults(const app::AffiliateResultsPage& page, const AffiliateResultsQuery& query,
                                  const app::View& view, bool with_records) {
    std::string out = R"({"items":[)";
    for (const app::AffiliateResult& result : page.items) {
        const catalogue::Affiliate* affiliate = view.entry.FindAffiliate(result.id);
        out.append(&result == page.items.data() ? "{" : ",{");
        out.append(R"("affiliateId":")").append(result.id.ToString()).append(R"(","name":)");
        AppendJsonString(out, affiliate->name);
        out += R"(,"metrics":{)";
        AppendMetrics(result, query.report, out);
        out += R"(},"affiliate":)";
        const auto record = with_records ? app::AffiliateResource().Read(view, result.id.uuid) : std::nullopt;
        out += record ? json::serialize(*record) : "null";
        out += '}';
    }
    out += R"(],"nextCursor":)";
    if (page.next_cursor.empty()) {
        out += "null";
    } else {
        AppendJsonString(out, page.next_cursor);
    }
    return out += '}';
}

}  // namespace fairlead::http

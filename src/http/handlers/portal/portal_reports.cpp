#include "app/portal/summary.hpp"
#include "app/reports/describe_dimensions.hpp"
#include "domain/reporting/for_affiliates.hpp"
#include "http/codec/commission/portal_money.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/codec/reports/change_body.hpp"
#include "http/codec/reports/report_body.hpp"
#include "http/handlers/portal/portal_routes.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::int32_t kDaysMax = 3660;

void SendDimensions(const PortalDependencies&, const PortalCaller&, const Request&, Responder responder) {
    responder.Send({.body = json::serialize(app::DescribeDimensionsForAffiliates())});
}

// One error for each group key, metric and filter that affiliates may not use.
app::Errors CheckForAffiliates(const app::ReportRequest& report) {
    app::Errors errors;
    const auto refuse = [&](std::string pointer) {
        errors.push_back({ErrorCode::kInvalidValue, std::move(pointer), "is not available to affiliates"});
    };
    for (std::size_t i = 0; i < report.groups.size(); ++i) {
        if (!reporting::IsForAffiliates(*report.groups[i])) refuse("/groupKeys/" + std::to_string(i));
    }
    for (std::size_t i = 0; i < report.metrics.size(); ++i) {
        if (!reporting::IsForAffiliates(*report.metrics[i])) refuse("/metrics/" + std::to_string(i));
    }
    for (const auto& [name, values] : report.filters) {
        const auto* key = reporting::FindGroupKey(name);
        if (key == nullptr || !reporting::IsForAffiliates(*key)) refuse("/filters/" + name);
    }
    return errors;
}

void SendReport(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                Responder responder) {
    const auto address = ReadReportAddress(request, ReportFormat::kJson);
    if (!address) return responder.Send(Problem(address.error(), request.request_id));
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    auto report = ReadReportBody(caller.owner, *body, TodayOf(dependencies.reports.run_report, *caller.owner));
    if (!report) return responder.Send(Problem(report.error(), request.request_id));
    if (auto errors = CheckForAffiliates(*report); !errors.empty()) {
        return responder.Send(Problem(errors, request.request_id));
    }
    report->affiliate = caller.affiliate_id();
    // An affiliate must not be able to distinguish an unknown name from a name of another affiliate.
    report->unknown_names = app::UnknownNames::kMatchNothing;
    const std::string name = ReportFileName("report", *report);
    AnswerWithReport(dependencies.reports, std::move(*report),
                     {std::move(responder), std::string(request.request_id), address->format, name, /*notes=*/true});
}

// One error for each part of the request that affiliates may not use.
app::Errors CheckForAffiliates(const app::ChangeQuestion& change) {
    app::ReportRequest report{.owner = change.owner, .groups = {}, .metrics = {}, .filters = change.filters};
    app::Errors errors = CheckForAffiliates(report);
    const auto refuse = [&](std::string pointer) {
        errors.push_back({ErrorCode::kInvalidValue, std::move(pointer), "is not available to affiliates"});
    };
    if (!reporting::IsForAffiliates(*change.metric)) refuse("/metric");
    for (std::size_t i = 0; i < change.by.size(); ++i) {
        if (!reporting::IsForAffiliates(*change.by[i])) refuse("/by/" + std::to_string(i));
    }
    return errors;
}

void SendPortalChange(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                      Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    auto change = ReadChangeBody(caller.owner, *body, TodayOf(dependencies.reports.run_report, *caller.owner));
    if (!change) return responder.Send(Problem(change.error(), request.request_id));
    if (auto errors = CheckForAffiliates(*change); !errors.empty()) {
        return responder.Send(Problem(errors, request.request_id));
    }
    change->affiliate = caller.affiliate_id();
    change->unknown_names = app::UnknownNames::kMatchNothing;
    AnswerWithChange(dependencies.reports, std::move(*change), std::move(responder), std::string(request.request_id));
}

// The days of the summary. The default is the last 30 days.
reporting::DateRange ReadDays(RecordFilters& parameters, Date today) {
    constexpr std::string_view kMust = "must be a date like 2026-03-10";
    const auto start = parameters.ReadAs("startDate", kMust, Date::Parse);
    const auto end = parameters.ReadAs("endDate", kMust, Date::Parse).value_or(today);
    const auto usual = reporting::RangeOf(reporting::RelativePeriod::kLast30Days, end);
    const reporting::DateRange days{start.value_or(usual.start), end};
    if (days.start > days.end) parameters.Refuse("endDate", "must not be before startDate");
    if (days.end.days - days.start.days >= kDaysMax) parameters.Refuse("startDate", "is too far before endDate");
    return days;
}

void SendSummary(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                 Responder responder) {
    RecordFilters parameters(request, {{"startDate", ""}, {"endDate", ""}});
    const auto days = ReadDays(parameters, TodayOf(dependencies.reports.run_report, *caller.owner));
    if (parameters.error()) return responder.Send(Problem(*parameters.error(), request.request_id));
    const PortalReader reader{caller.owner, caller.affiliate_id(), dependencies.token_key};
    const std::string request_id(request.request_id);
    AnswerFromPool(dependencies.reports, caller.operator_id(), std::move(responder), request_id,
                   [&run_report = dependencies.reports.run_report, &queries = dependencies.commission_queries, reader,
                    days, request_id]() -> Response {
                       const auto summary = app::Summarize({reader.owner, reader.affiliate, days}, run_report, queries);
                       if (!summary) return Problem(summary.error(), request_id);
                       return {.body = WritePortalSummary(reader, *summary)};
                   });
}

}  // namespace

void AddPortalReportRoutes(PortalRoutes& routes) {
    routes.Add("GET", "/summary", SendSummary);
    routes.Add("GET", "/reports/dimensions", SendDimensions);
    routes.Add("POST", "/reports/query", SendReport);
    routes.Add("POST", "/reports/explain-change", SendPortalChange);
}

}  // namespace fairlead::http

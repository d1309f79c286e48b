#include "app/portal/summary.hpp"
#include "app/reports/describe_dimensions.hpp"
#include "domain/reporting/for_affiliates.hpp"
#include "http/codec/commission/portal_money.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/codec/reports/report_body.hpp"
#include "http/handlers/portal_routes.hpp"
#include "http/handlers/report_answers.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::int32_t kDaysMax = 3660;

void SendDimensions(const HandlerContext&, const PortalCaller&, const Request&, Responder responder) {
    responder.Send({.body = json::serialize(app::DescribeDimensionsForAffiliates())});
}

// What the report asks for that is not for affiliates.
app::Errors CheckForAffiliates(const app::ReportRequest& report) {
    app::Errors errors;
    const auto refuse = [&](std::string pointer) {
        errors.push_back({ErrorCode::kInvalidValue, std::move(pointer), "is not for affiliates"});
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

void SendReport(const HandlerContext& context, const PortalCaller& caller, const Request& request,
                Responder responder) {
    const auto address = ReadReportAddress(request, ReportFormat::kJson);
    if (!address) return responder.Send(Problem(address.error(), request.request_id));
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    auto report = ReadReportBody(caller.owner, *body, TodayOf(context, *caller.owner));
    if (!report) return responder.Send(Problem(report.error(), request.request_id));
    if (auto errors = CheckForAffiliates(*report); !errors.empty()) {
        return responder.Send(Problem(errors, request.request_id));
    }
    report->affiliate = caller.affiliate_id();
    // Whether a name is another affiliate's or nobody's looks the same.
    report->unknown_names = app::UnknownNames::kMatchNothing;
    const std::string name = ReportFileName("report", *report);
    AnswerWithReport(context, std::move(*report),
                     {std::move(responder), std::string(request.request_id), address->format, name});
}

// The days that a summary is asked for, by default the last 30.
reporting::DateRange ReadDays(RecordFilters& parameters, Date today) {
    constexpr std::string_view kMust = "must be a date like 2026-03-10";
    const auto start = parameters.ReadAs("startDate", kMust, Date::Parse);
    const auto end = parameters.ReadAs("endDate", kMust, Date::Parse).value_or(today);
    const auto usual = reporting::RangeOf(reporting::RelativePeriod::kLast30Days, end);
    const reporting::DateRange days{start.value_or(usual.start), end};
    if (days.start > days.end) parameters.Refuse("endDate", "must not be before startDate");
    if (days.end.days - days.start.days >= kDaysMax) parameters.Refuse("startDate", "is too long before endDate");
    return days;
}

void SendSummary(const HandlerContext& context, const PortalCaller& caller, const Request& request,
                 Responder responder) {
    RecordFilters parameters(request, {{"startDate", ""}, {"endDate", ""}});
    const auto days = ReadDays(parameters, TodayOf(context, *caller.owner));
    if (parameters.error()) return responder.Send(Problem(*parameters.error(), request.request_id));
    const PortalReader reader{caller.owner, caller.affiliate_id(), context.token_key};
    const std::string request_id(request.request_id);
    AnswerFromPool(context, caller.operator_id(), std::move(responder), request_id,
                   [&run_report = context.run_report, &queries = context.commission_queries, reader, days,
                    request_id]() -> Response {
                       const auto summary = app::Summarize({reader.owner, reader.affiliate, days}, run_report, queries);
                       if (!summary) return ReportRefusal(summary.error(), request_id);
                       return {.body = WritePortalSummary(reader, *summary)};
                   });
}

}  // namespace

void AddPortalReportRoutes(Router& router, const HandlerContext& context) {
    AddPortalRoute(router, context, "GET", "/summary", SendSummary);
    AddPortalRoute(router, context, "GET", "/reports/dimensions", SendDimensions);
    AddPortalRoute(router, context, "POST", "/reports/query", SendReport);
}

}  // namespace fairlead::http

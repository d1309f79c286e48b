#include "http/handlers/catalogue/affiliate_results.hpp"

#include "http/codec/json/management_body.hpp"
#include "http/codec/reports/affiliate_results.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

bool MayReadAffiliates(const app::Caller& caller) {
    return caller.key == nullptr || access::Opens(caller.key->scopes, access::Area::kTracking);
}

void SendAffiliateResults(const ResourceDependencies& resources, const ReportDependencies& reports,
                          const app::Caller& caller, const Request& request, Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    auto query = ReadAffiliateResultsBody(caller.owner, *body, TodayOf(reports.run_report, *caller.owner));
    if (!query) return responder.Send(Problem(query.error(), request.request_id));
    const bool with_records = MayReadAffiliates(caller);
    // Filters find out what an affiliate's record contains.
    if (!with_records && !query->list.filters.empty()) {
        const Error error{ErrorCode::kForbidden, "/filters",
                          "to filter affiliates an API key needs the scope tracking"};
        return responder.Send(Problem(error, request.request_id));
    }
    AnswerFromPool(
        reports, caller.operator_id(), std::move(responder), std::string(request.request_id),
        [owner = caller.owner, view = ViewFor(resources, caller, request), query = std::move(*query), with_records,
         &run_report = reports.run_report, request_id = std::string(request.request_id)]() -> Response {
            const auto page = app::ListAffiliateResults(view, query, run_report);
            if (!page) return Problem(page.error(), request_id);
            return {.body = WriteAffiliateResults(*page, query, view, with_records)};
        });
}

}  // namespace

void AddAffiliateResultsRoute(Router& router, const CallerSources& callers, const ResourceDependencies& resources,
                              const ReportDependencies& reports) {
    router.Add("POST", std::string(kBasePath) + "/reports/affiliates",
               RequireCaller(callers, access::Area::kReports, access::Need::kRead,
                             std::bind_front(SendAffiliateResults, resources, reports)));
}

}  // namespace fairlead::http

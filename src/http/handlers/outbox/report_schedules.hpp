#pragma once

#include "http/handlers/catalogue/resource_routes.hpp"
#include "http/handlers/reports/report_answers.hpp"

namespace fairlead::app {
class Outbox;
class ReportScheduler;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the endpoints of schedules use. They outlive the router.
struct ScheduleDependencies {
    ResourceDependencies resources;
    ReportDependencies reports;
    app::Outbox& outbox;
    app::ReportScheduler& scheduler;
};

// DELETE /report-schedules/{id}, GET …/runs, POST …/send and …/rotate-secret; GET /report-recipients. The resource
// itself has the usual routes.
void AddReportScheduleRoutes(Router& router, const CallerSources& callers, const ScheduleDependencies& dependencies);

}  // namespace fairlead::http

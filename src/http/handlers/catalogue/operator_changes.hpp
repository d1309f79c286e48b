#pragma once

#include "http/handlers/catalogue/resource_routes.hpp"
#include "http/handlers/reports/report_answers.hpp"

namespace fairlead::app {
class ChangeSettings;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that changes of an operator use. They outlive the router.
struct OperatorDependencies {
    ResourceDependencies resources;
    ReportDependencies reports;
    app::ChangeSettings& change_settings;
};

// PATCH /operator. A change with effectiveFrom is refused while exchange rates are missing. With ?dryRun=true, the
// answer describes the effects of the change, and nothing is changed.
void ChangeOperator(const OperatorDependencies& dependencies, const app::Caller& caller, const Request& request,
                    Responder responder, const MakeDecide& decide);

}  // namespace fairlead::http

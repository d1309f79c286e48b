#pragma once

#include "base/crypto/secrets.hpp"
#include "http/handlers/catalogue/resource_routes.hpp"
#include "http/handlers/reports/report_answers.hpp"

namespace fairlead::app {
class CommissionQueries;
class RecordQueries;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that the endpoints of the portal use. They outlive the router.
struct PortalDependencies {
    ResourceDependencies resources;
    ReportDependencies reports;
    app::RecordQueries& records;
    app::CommissionQueries& commission_queries;
    const Bytes32& token_key;
};

// /portal/…, for users of affiliates.
void AddPortalRoutes(Router& router, const CallerSources& callers, const PortalDependencies& dependencies);

}  // namespace fairlead::http

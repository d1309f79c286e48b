#pragma once

#include <string>
#include <string_view>

#include "app/access/rate_limiter.hpp"
#include "app/accounts/accounts.hpp"
#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/catalogue_refresher.hpp"
#include "app/catalogue/manage_catalogue.hpp"
#include "app/events/ingest_events.hpp"
#include "app/ports/facts.hpp"
#include "app/ports/projection.hpp"
#include "app/ports/visitors.hpp"
#include "app/readiness.hpp"
#include "app/reports/report_pool.hpp"
#include "app/reports/run_report.hpp"
#include "http/middleware/require_caller.hpp"
#include "http/server/public_url.hpp"
#include "http/server/router.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::app {
class CommissionQueries;
class CommissionStore;
class RecordClick;
}  // namespace fairlead::app

namespace fairlead::http {

// What handlers work with. Outlives the router.
struct HandlerContext {
    app::Catalogue& catalogue;
    app::CatalogueRefresher& refresher;
    app::CatalogueStore& catalogue_store;
    app::RecordQueries& records;
    app::CommissionQueries& commission_queries;
    app::CommissionStore& commission_store;  // For use cases; handlers do not call it.
    app::RecordClick& record_click;
    app::Projection& projection;
    app::RateLimiter& rate_limiter;
    app::IngestEvents& ingest_events;
    app::ManageCatalogue& manage_catalogue;
    app::Accounts& accounts;
    app::Readiness& readiness;
    app::RunReport& run_report;
    app::ReportPool& report_pool;
    const app::AgentClassifier& agents;
    const app::CountryFinder& countries;
    const Bytes32& address_key;
    const Bytes32& token_key;
    telemetry::Metrics& metrics;
    std::string public_url;  // Where the world finds this service; empty: where the request does.

    operator CallerSources() const { return {catalogue, accounts}; }  // NOLINT(google-explicit-constructor)
};

// GET /track/…
void AddTrackRoutes(Router& router, const HandlerContext& context);
// GET /events and /clicks; /players.
void AddRecordRoutes(Router& router, const HandlerContext& context);
void AddPlayerRoutes(Router& router, const HandlerContext& context);
// /accruals; /statements and /adjustments.
void AddAccrualRoutes(Router& router, const HandlerContext& context);
void AddStatementRoutes(Router& router, const HandlerContext& context);
// Each adds the routes of one resource.
void AddEventRoutes(Router& router, const HandlerContext& context);
// Everything that operators manage: /operator, /brands, /affiliates, /links …
void AddCatalogueRoutes(Router& router, const HandlerContext& context);
// POST /report-presets/{id}/rotate-token.
void AddReportPresetRoutes(Router& router, const HandlerContext& context);
// GET /deals/{id}/versions, POST /deals/{id}/versions/{version}/withdraw; /fx-rates.
void AddDealRoutes(Router& router, const HandlerContext& context);
void AddFxRateRoutes(Router& router, const HandlerContext& context);
// GET /reports/{token}, /reports/dimensions; POST /reports/query.
void AddReportRoutes(Router& router, const HandlerContext& context);
// /auth/…; invitations of users and affiliates.
void AddAuthRoutes(Router& router, const HandlerContext& context);
void AddInvitationRoutes(Router& router, const HandlerContext& context);
// /portal/…, for people of affiliates.
void AddPortalRoutes(Router& router, const HandlerContext& context);
void AddAuditLogRoutes(Router& router, const HandlerContext& context);
void AddHealthRoutes(Router& router, const HandlerContext& context);
// /healthz and /readyz.
void AddProbeRoutes(Router& router, const HandlerContext& context);
// For the listener of their own.
void AddMetricsRoutes(Router& router, const HandlerContext& context);
// For the local socket: what the command line asks of a running server.
void AddControlRoutes(Router& router, const HandlerContext& context);

}  // namespace fairlead::http

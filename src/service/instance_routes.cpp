// Connects the requests of a running service with their handlers.

#include "app/mail/unsubscribe_link.hpp"
#include "http/handlers/accounts/auth.hpp"
#include "http/handlers/accounts/invitations.hpp"
#include "http/handlers/accounts/setup.hpp"
#include "http/handlers/catalogue/affiliate_results.hpp"
#include "http/handlers/catalogue/audit_log.hpp"
#include "http/handlers/catalogue/catalogue.hpp"
#include "http/handlers/catalogue/chain_head.hpp"
#include "http/handlers/catalogue/deals.hpp"
#include "http/handlers/catalogue/report_presets.hpp"
#include "http/handlers/commission/accruals.hpp"
#include "http/handlers/commission/adjustments.hpp"
#include "http/handlers/commission/fx_rates.hpp"
#include "http/handlers/commission/simulations.hpp"
#include "http/handlers/commission/statements.hpp"
#include "http/handlers/operations/health.hpp"
#include "http/handlers/operations/probes.hpp"
#include "http/handlers/outbox/deliveries.hpp"
#include "http/handlers/outbox/report_schedules.hpp"
#include "http/handlers/portal/portal.hpp"
#include "http/handlers/records/events.hpp"
#include "http/handlers/records/players.hpp"
#include "http/handlers/records/records.hpp"
#include "http/handlers/reports/reports.hpp"
#include "http/handlers/signals/fraud_signals.hpp"
#include "http/pages/pages.hpp"
#include "http/tracking/track_routes.hpp"
#include "service/embedded_files.hpp"
#include "service/instance.hpp"
#include "service/serve_demo.hpp"

namespace fairlead::service {

void Instance::AddPublicRoutes() {
    const http::CallerSources callers{
        .catalogue = catalogue_, .accounts = accounts_, .key_limits = key_limits_, .portal_domains = portal_domains_};
    AddTrackRoutes(public_router_, {.catalogue = catalogue_,
                                    .agents = agents_,
                                    .countries = countries_,
                                    .address_key = keys_.address_key,
                                    .click_key = click_key_,
                                    .record_click = record_click_,
                                    .limits = visit_limits_,
                                    .counts = visit_counts_,
                                    .metrics = metrics_});
    AddEventAndRecordRoutes(callers);
    AddCommissionRoutes(callers);
    AddCatalogueAndReportRoutes(callers);
    AddAuthRoutes(public_router_, callers,
                  {catalogue_, accounts_, portal_domains_, settings_.public_url, manage_catalogue_,
                   app::UnsubscribeKeyOf(keys_.token_key)});
    AddSetupRoutes(public_router_, callers, {first_setup_, outgoing_.mail_sender(), settings_.public_url});
    AddProbeRoutes(public_router_, control_router_, readiness_, clock_);
    AddPages(public_router_, catalogue_, settings_.public_url, EmbeddedFiles());
    if (settings_.demo_days > 0) AddDemoRoutes(public_router_);
}

void Instance::AddEventAndRecordRoutes(const http::CallerSources& callers) {
    AddEventRoutes(public_router_, callers,
                   {catalogue_, refresher_, rate_limiter_, ingest_events_, metrics_, adapters_});
    AddRecordRoutes(public_router_, callers,
                    {.records = ledger_.records(),
                     .visit_sums = ledger_.visit_sums(),
                     .run_report = run_report_,
                     .record_click = record_click_,
                     .visit_counts = visit_counts_});
    AddPlayerRoutes(public_router_, callers,
                    {.records = ledger_.records(),
                     .commission_queries = ledger_.commission_queries(),
                     .commission_store = ledger_.commission_store(),
                     .token_key = keys_.token_key});
    AddAuditLogRoutes(public_router_, callers, ledger_.records());
    AddChainHeadRoutes(public_router_, callers, ledger_.records());
    AddHealthRoutes(public_router_, callers,
                    {.ledger = ledger_,
                     .projection = projector_,
                     .record_click = record_click_,
                     .visit_counts = visit_counts_,
                     .unpriced_watch = unpriced_watch_,
                     .sends_mails = manage_catalogue_.SendsMails(),
                     .feed_silent_minutes = settings_.feed_silent_minutes});
}

void Instance::AddCommissionRoutes(const http::CallerSources& callers) {
    auto& queries = ledger_.commission_queries();
    auto& store = ledger_.commission_store();
    AddAccrualRoutes(public_router_, callers,
                     {.records = ledger_.records(),
                      .commission_queries = queries,
                      .run_report = run_report_,
                      .commission_store = store});
    const http::StatementDependencies statements{
        .commission_queries = queries, .commission_store = store, .records = ledger_.records()};
    AddStatementRoutes(public_router_, callers, statements);
    AddAdjustmentRoutes(public_router_, callers, statements);
    AddSimulationRoutes(public_router_, callers, {.simulations = simulations_, .records = ledger_.records()});
    AddFxRateRoutes(public_router_, callers, {.commission_queries = queries, .commission_store = store});
}

void Instance::AddCatalogueAndReportRoutes(const http::CallerSources& callers) {
    const http::ResourceDependencies resources{.manage_catalogue = manage_catalogue_,
                                               .token_key = keys_.token_key,
                                               .public_url = settings_.public_url,
                                               .tracking_url = settings_.tracking_url};
    const http::ReportDependencies reports{
        .projection = projector_, .run_report = run_report_, .report_pool = report_pool_};
    AddCatalogueRoutes(public_router_, callers, {resources, reports, change_settings_});
    images_.AddRoutes(public_router_, callers, resources);
    AddDealRoutes(public_router_, callers, resources);
    AddOutboxRoutes(public_router_, callers, {resources, ledger_.outbox(), outgoing_.sender()});
    AddReportPresetRoutes(public_router_, callers, resources);
    AddReportScheduleRoutes(public_router_, callers,
                            {resources, reports, ledger_.outbox(), report_schedules_.scheduler});
    AddInvitationRoutes(public_router_, callers, resources);
    AddReportRoutes(public_router_, callers, catalogue_, reports);
    AddAffiliateResultsRoute(public_router_, callers, resources, reports);
    AddFraudSignalRoutes(public_router_, callers, fraud_signals_, reports);
    AddPortalRoutes(public_router_, callers,
                    {.resources = resources,
                     .reports = reports,
                     .records = ledger_.records(),
                     .commission_queries = ledger_.commission_queries(),
                     .token_key = keys_.token_key});
}

}  // namespace fairlead::service

#pragma once

#include <csignal>
#include <memory>
#include <optional>
#include <string>

#include "app/access/key_request_limits.hpp"
#include "app/access/rate_limiter.hpp"
#include "app/access/service_keys.hpp"
#include "app/accounts/accounts.hpp"
#include "app/accounts/login_log.hpp"
#include "app/accounts/sessions.hpp"
#include "app/accounts/shared_login_guard.hpp"
#include "app/adapters/read_adapter.hpp"
#include "app/catalogue/catalogue_refresher.hpp"
#include "app/catalogue/manage_catalogue.hpp"
#include "app/catalogue/portal_domains.hpp"
#include "app/clock/clock_watch.hpp"
#include "app/commission/simulations.hpp"
#include "app/events/ingest_events.hpp"
#include "app/mail/mail_watch.hpp"
#include "app/operators/change_settings.hpp"
#include "app/operators/first_setup.hpp"
#include "app/ports/facts.hpp"
#include "app/ports/ledger.hpp"
#include "app/ports/visitors.hpp"
#include "app/readiness.hpp"
#include "app/reports/report_pool.hpp"
#include "app/reports/run_report.hpp"
#include "app/reports/unpriced_watch.hpp"
#include "app/signals/fraud_signals.hpp"
#include "app/tracking/record_click.hpp"
#include "app/tracking/visit_counts.hpp"
#include "app/tracking/visit_limits.hpp"
#include "cli/settings.hpp"
#include "delivery/outgoing.hpp"
#include "demo/demo.hpp"
#include "facts/projector.hpp"
#include "http/middleware/require_caller.hpp"
#include "http/server/server.hpp"
#include "journal/click_journal.hpp"
#include "service/parts/images.hpp"
#include "service/parts/report_schedules.hpp"
#include "visitors/pattern_classifier.hpp"

namespace fairlead::service {

// All parts of a running service, in the order of their dependencies.
class Instance {
public:
    Instance(const cli::Settings& settings, telemetry::Metrics& metrics, app::ClockGuard& clock, app::Ledger& ledger,
             std::unique_ptr<journal::ClickJournal> journal, std::unique_ptr<app::FactStore> facts,
             const app::CountryFinder& countries, const app::ServiceKeys& keys);
    // Returns the address. Requests are answered only after Start.
    Result<std::string> Listen(bool owns_folder);
    // Prepares the demo's data if the settings ask for a demo. False if a signal came first.
    Result<bool> PrepareDemo(const std::string& address, const sigset_t& signals);
    void Start();
    // The text that is printed after the start. It may have secrets, so it is never logged.
    std::string Instructions(const std::string& address);
    void Stop();

private:
    void AddPublicRoutes();
    void AddEventAndRecordRoutes(const http::CallerSources& callers);
    void AddCommissionRoutes(const http::CallerSources& callers);
    void AddCatalogueAndReportRoutes(const http::CallerSources& callers);
    Date DayOf(OperatorId owner, Timestamp at);
    http::ConnectionSettings ConnectionsTo(const http::Router& router, http::ConnectionCounts& counts);

    const cli::Settings& settings_;
    app::ClockGuard& clock_;
    app::Ledger& ledger_;
    std::unique_ptr<journal::ClickJournal> journal_;
    std::unique_ptr<app::FactStore> facts_;
    facts::Projector projector_;
    app::Catalogue catalogue_;
    const app::PortalDomains portal_domains_;
    app::CatalogueRefresher refresher_;
    app::RateLimiter rate_limiter_;
    app::KeyRequestLimits key_limits_;
    tracking::ClickKey click_key_;
    app::RecordClick record_click_;
    app::IngestEvents ingest_events_;
    app::Adapters adapters_;  // Loaded before the first request.
    app::ManageCatalogue manage_catalogue_;
    delivery::Outgoing outgoing_;
    Images images_;
    app::VisitLimits visit_limits_;
    app::VisitCounts visit_counts_;
    app::Sessions sessions_;
    app::SharedLoginGuard login_guard_;
    app::LoginLog login_log_;
    app::Accounts accounts_;
    app::FirstSetup first_setup_;
    std::optional<std::string> setup_token_;  // Printed once, after the start.
    app::Readiness readiness_;
    app::RunReport run_report_;
    app::Simulations simulations_;
    app::FraudSignals fraud_signals_;
    app::UnpricedWatch unpriced_watch_;    // Before the pool, whose reports use it.
    app::ChangeSettings change_settings_;  // The same.
    app::ReportPool report_pool_;
    app::MailWatch mail_watch_;
    ReportSchedules report_schedules_;
    visitors::PatternClassifier agents_;
    app::ServiceKeys keys_;
    const app::CountryFinder& countries_;
    telemetry::Metrics& metrics_;
    http::Router public_router_;
    http::Router metrics_router_;
    http::Router control_router_;
    http::RefusalLog refusals_;
    http::BodyMemory bodies_;
    http::ConnectionCounts public_counts_;
    http::ConnectionCounts metrics_counts_;
    http::ConnectionCounts control_counts_;
    http::ConnectionSettings public_connections_;
    http::ConnectionSettings metrics_connections_;
    http::ConnectionSettings control_connections_;
    http::Server server_;
    std::unique_ptr<demo::Demo> demo_;
    std::unique_ptr<app::ClockWatch> clock_watch_;
};

}  // namespace fairlead::service

#include "service/serve.hpp"

#include <iostream>
#include <thread>

#include "app/access/rate_limiter.hpp"
#include "app/access/service_keys.hpp"
#include "app/adapters/read_adapter.hpp"
#include "app/catalogue/catalogue_refresher.hpp"
#include "app/clock/clock_watch.hpp"
#include "app/commission/resolve_rates.hpp"
#include "app/commission/simulate_deal.hpp"
#include "app/events/ingest_events.hpp"
#include "app/mail/mail_watch.hpp"
#include "app/mail/unsubscribe_link.hpp"
#include "app/operators/change_settings.hpp"
#include "app/operators/first_setup.hpp"
#include "app/ports/facts.hpp"
#include "app/ports/intake.hpp"
#include "app/readiness.hpp"
#include "app/reports/report_pool.hpp"
#include "app/reports/run_report.hpp"
#include "app/reports/unpriced_watch.hpp"
#include "app/signals/fraud_signals.hpp"
#include "app/tracking/record_click.hpp"
#include "app/tracking/visit_counts.hpp"
#include "app/tracking/visit_limits.hpp"
#include "cli/open_permissions.hpp"
#include "delivery/outgoing.hpp"
#include "demo/demo.hpp"
#include "facts/projector.hpp"
#include "http/handlers/accounts/auth.hpp"
#include "http/handlers/accounts/invitations.hpp"
#include "http/handlers/accounts/setup.hpp"
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
#include "http/handlers/operations/clock.hpp"
#include "http/handlers/operations/control.hpp"
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
#include "http/server/server.hpp"
#include "http/tracking/track_routes.hpp"
#include "service/check_loss.hpp"
#include "service/data_folder.hpp"
#include "service/embedded_files.hpp"
#include "service/notify_systemd.hpp"
#include "service/open_facts.hpp"
#include "service/open_files.hpp"
#include "service/open_ledger.hpp"
#include "service/parts/images.hpp"
#include "service/parts/mail.hpp"
#include "service/parts/open_journal.hpp"
#include "service/parts/report_schedules.hpp"
#include "service/serve_demo.hpp"
#include "service/stop_signals.hpp"
#include "telemetry/log.hpp"
#include "visitors/country_database.hpp"
#include "visitors/pattern_classifier.hpp"

namespace fairlead::service {
namespace {

// How often a running service leaves its time in the ledger. A server is asked for its time then.
constexpr int kProbeServerEverySeconds = 5;
constexpr int kProbeFileEverySeconds = 60;

// The connections of each listener for administration. Visitors cannot take them.
constexpr std::size_t kReservedConnections = 32;

std::vector<IpNetwork> Networks(const std::vector<std::string>& texts) {
    std::vector<IpNetwork> networks;
    for (const auto& text : texts) networks.push_back(*IpNetwork::Parse(text));
    return networks;
}

http::ServerOptions OptionsOf(const cli::Settings& settings) {
    const auto cores = std::max(1U, std::thread::hardware_concurrency());
    return {.io_threads = settings.io_threads == 0 ? cores : static_cast<std::size_t>(settings.io_threads),
            .drain_timeout_ms = settings.drain_timeout_ms};
}

app::SessionLimits SessionLimitsOf(const cli::Settings& settings) {
    return {.idle_micros = settings.session_idle_minutes * 60 * kMicrosPerSecond,
            .absolute_micros = settings.session_max_minutes * 60 * kMicrosPerSecond};
}

// All parts of a running service, in the order of their dependencies.
class Instance {
public:
    Instance(const cli::Settings& settings, telemetry::Metrics& metrics, app::ClockGuard& clock, app::Ledger& ledger,
             std::unique_ptr<journal::ClickJournal> journal, std::unique_ptr<app::FactStore> facts,
             const app::CountryFinder& countries, const app::ServiceKeys& keys)
        : settings_(settings),
          clock_(clock),
          ledger_(ledger),
          journal_(std::move(journal)),
          facts_(std::move(facts)),
          projector_(ledger.fact_blocks(), *facts_, ProjectorOptionsOf(settings), metrics),
          catalogue_(ledger.catalogue()),
          portal_domains_(catalogue_, settings.public_url),
          refresher_(catalogue_, ledger.rate_authority() != nullptr),
          rate_limiter_(ledger.rate_authority(), settings.anonymous_requests_per_minute),
          key_limits_(settings.key_requests_per_minute),
          click_key_(tracking::ClickKeyOf(keys.token_key)),
          record_click_(ledger.intake(), journal_.get(), &clock),
          ingest_events_(ledger.intake(), ledger.records(), record_click_, keys.address_key, click_key_, metrics),
          manage_catalogue_(catalogue_, ledger.catalogue(), &refresher_, MailKeyFor(settings, keys)),
          outgoing_({ledger, catalogue_, manage_catalogue_, metrics, keys.token_key},
                    {{.allowed_networks = Networks(settings.outbox_allow_networks)}, settings.feed_silent_minutes},
                    MailOptionsOf(settings)),
          images_(settings, ledger, catalogue_, manage_catalogue_),
          visit_limits_(settings.track_visits_per_minute),
          visit_counts_(ledger.visit_sums(), [this](OperatorId owner, Timestamp at) { return DayOf(owner, at); }),
          sessions_(ledger.sessions(), SessionLimitsOf(settings)),
          login_guard_(ledger.logins(), app::LoginNameKey(keys.address_key)),
          login_log_(ledger.logins(), metrics),
          accounts_({catalogue_, manage_catalogue_, sessions_, login_guard_, login_log_}, keys.token_key),
          first_setup_(catalogue_, ledger.catalogue(), accounts_.passwords()),
          readiness_([&ledger](app::StatusDone done) { ledger.Probe(std::move(done)); }),
          run_report_(*facts_, ledger.records()),
          simulations_(ledger.commission_queries()),
          fraud_signals_(ledger, ledger.records(), *facts_, run_report_, catalogue_, settings.fraud_check_seconds),
          unpriced_watch_(run_report_, report_pool_),
          change_settings_(manage_catalogue_, ledger.catalogue(), run_report_, ledger.records()),
          report_pool_({.wait_ms_max = settings.request_timeout_ms}),
          mail_watch_({catalogue_,
                       readiness_,
                       outgoing_.mail_sender(),
                       keys.token_key,
                       {run_report_, projector_, ledger.outbox()}}),
          report_schedules_(settings, catalogue_, manage_catalogue_, projector_, run_report_),
          keys_(keys),
          countries_(countries),
          metrics_(metrics),
          public_counts_(static_cast<std::size_t>(settings.max_connections),
                         static_cast<std::size_t>(settings.max_connections_per_address)),
          metrics_counts_(kReservedConnections, 0),
          control_counts_(kReservedConnections, 0),
          public_connections_(ConnectionsTo(public_router_, public_counts_)),
          metrics_connections_(ConnectionsTo(metrics_router_, metrics_counts_)),
          control_connections_(ConnectionsTo(control_router_, control_counts_)),
          server_(OptionsOf(settings)) {
        AddPublicRoutes();
        AddMetricsRoutes(metrics_router_, readiness_, metrics_);
        AddControlRoutes(control_router_, {.catalogue = catalogue_,
                                           .catalogue_store = ledger_.catalogue(),
                                           .manage_catalogue = manage_catalogue_,
                                           .commission_queries = ledger_.commission_queries(),
                                           .projection = projector_});
        AddClockRoutes(control_router_, clock_, ledger_.catalogue());
        AddSimulationCommandRoutes(control_router_, catalogue_, simulations_);
    }

    // Returns the address. Requests are answered only after Start.
    Result<std::string> Listen(bool owns_folder) {
        TRY(catalogue_.Refresh());
        adapters_ = TRY(app::LoadAdapters(settings_.adapters));
        if (settings_.demo_days == 0) setup_token_ = first_setup_.Open();
        ResumeResolving(ledger_.commission_store());
        auto address = server_.ListenTcp(settings_.listen, http::Server::Spread::kAllLoops, public_connections_);
        if (!address) return address;
        if (!settings_.metrics_listen.empty()) {
            const auto metrics =
                server_.ListenTcp(settings_.metrics_listen, http::Server::Spread::kFirstLoop, metrics_connections_);
            if (!metrics) return metrics;
            telemetry::LogInfo("metrics are served", {{"address", std::string_view(*metrics)}});
        }
        if (owns_folder) {
            // The service can run without the local socket. Only commands beside the running service then fail.
            const auto local = server_.ListenLocal(LocalSocketPath(settings_.data), control_connections_);
            if (!local) telemetry::LogWarn("commands cannot reach this service", {{"reason", local.error().message}});
        }
        projector_.Start();
        return address;
    }

    // Prepares the demo's data if the settings ask for a demo. False if a signal came first.
    Result<bool> PrepareDemo(const std::string& address, const sigset_t& signals) {
        if (settings_.demo_days == 0) return true;
        demo_ = std::make_unique<demo::Demo>(
            demo::Parts{ledger_.catalogue(), ledger_.records(), ledger_.commission_queries(),
                        ledger_.commission_store(), record_click_, catalogue_, manage_catalogue_, ingest_events_,
                        accounts_, agents_, projector_, keys_.address_key, keys_.token_key, UrlOf(settings_, address)},
            demo::Options{settings_.data, static_cast<int>(settings_.demo_days), AskForSignals(signals)});
        return demo_->Prepare();
    }

    void Start() {
        server_.Start();
        visit_counts_.Start();
        login_log_.Start();
        outgoing_.Start();
        mail_watch_.Start();
        report_schedules_.scheduler.Start();
        fraud_signals_.Start();
        images_.Start();
        const int probe_every = ledger_.rate_authority() != nullptr ? kProbeServerEverySeconds : kProbeFileEverySeconds;
        clock_watch_ =
            std::make_unique<app::ClockWatch>(clock_, probe_every, [this] { readiness_.Check([](bool) {}); });
        if (demo_) demo_->StartMoving();
        ledger_.catalogue().ListenForCatalogueChanges([this] { refresher_.RefreshThen([] {}); });
        // A test compares these lines with api/openapi.yaml.
        for (const auto& [method, pattern] : public_router_.Routes()) {
            telemetry::Log(telemetry::LogLevel::kDebug, "route", {{"method", method}, {"pattern", pattern}});
        }
    }

    // The text that is printed after the start. It may have secrets, so it is never logged.
    std::string Instructions(const std::string& address) {
        if (demo_) return demo_->Instructions();
        const auto token = std::exchange(setup_token_, std::nullopt);
        return token ? app::SetupInstructions(UrlOf(settings_, address), *token) : std::string();
    }

    void Stop() {
        demo_.reset();
        clock_watch_.reset();
        server_.Stop();
        mail_watch_.Stop();
        report_schedules_.scheduler.Stop();
        outgoing_.Stop();
        fraud_signals_.Stop();
        images_.Stop();
        visit_counts_.Stop();
        accounts_.Stop();
        login_log_.Stop();
        report_pool_.Stop();
        simulations_.Stop();
        refresher_.Stop();
        catalogue_.SaveKeyUse();
        projector_.Stop();
        if (journal_) journal_->Stop();
        ledger_.Stop();
    }

private:
    void AddPublicRoutes() {
        const http::CallerSources callers{.catalogue = catalogue_,
                                          .accounts = accounts_,
                                          .key_limits = key_limits_,
                                          .portal_domains = portal_domains_};
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

    void AddEventAndRecordRoutes(const http::CallerSources& callers) {
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
                         .sends_mails = manage_catalogue_.SendsMails()});
    }

    void AddCommissionRoutes(const http::CallerSources& callers) {
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
        AddSimulationRoutes(public_router_, callers, simulations_);
        AddFxRateRoutes(public_router_, callers, {.commission_queries = queries, .commission_store = store});
    }

    void AddCatalogueAndReportRoutes(const http::CallerSources& callers) {
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
        AddFraudSignalRoutes(public_router_, callers, fraud_signals_, reports);
        AddPortalRoutes(public_router_, callers,
                        {.resources = resources,
                         .reports = reports,
                         .records = ledger_.records(),
                         .commission_queries = ledger_.commission_queries(),
                         .token_key = keys_.token_key});
    }

    Date DayOf(OperatorId owner, Timestamp at) {
        const auto entry = catalogue_.Current()->Find(owner);
        return entry ? run_report_.CalendarOf(entry->records.self.settings)->zone().DateOf(at) : Date::OfUtc(at);
    }

    http::ConnectionSettings ConnectionsTo(const http::Router& router, http::ConnectionCounts& counts) {
        return {.router = router,
                .metrics = metrics_,
                .counts = counts,
                .refusals = refusals_,
                .trusted_proxies = Networks(settings_.trusted_proxies),
                .request_timeout_ms = settings_.request_timeout_ms,
                .idle_timeout_ms = settings_.idle_timeout_ms};
    }

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

int Failed(const Error& error) {
    std::cerr << "fairlead: " << error.message << "\n";
    return 1;
}

int RunInstance(const cli::Settings& settings, bool owns_folder, const sigset_t& signals) {
    telemetry::Metrics metrics;
    const auto clock = MakeClockGuard(settings, metrics);
    auto ledger = OpenLedgerToServe(settings, metrics, clock);
    if (!ledger) return Failed(ledger.error());
    const auto keys = app::LoadServiceKeys((*ledger)->catalogue(), settings.SecretFile());
    if (!keys) return Failed(keys.error());
    if (auto used = (*ledger)->UseAliasKey(keys->token_key); !used) return Failed(used.error());

    auto facts = OpenFacts(settings);
    if (!facts) return Failed(facts.error());
    if (auto whole = CheckForLoss(settings, **ledger, **facts, metrics); !whole) return Failed(whole.error());
    const auto countries = visitors::OpenCountryDatabase(settings.country_database);
    if (!countries) return Failed(countries.error());

    auto journal = OpenJournal(settings, owns_folder, (*ledger)->intake(), metrics);
    if (!journal) return Failed(journal.error());

    Instance instance(settings, metrics, *clock, **ledger, std::move(*journal), std::move(*facts), **countries, *keys);
    const auto address = instance.Listen(owns_folder);
    if (!address) return Failed(address.error());
    const auto prepared = instance.PrepareDemo(*address, signals);
    if (!prepared || !*prepared) {
        instance.Stop();
        return prepared ? 0 : Failed(prepared.error());
    }
    instance.Start();
    std::cout << "fairlead is ready at http://" << *address << "\n" << instance.Instructions(*address) << std::flush;
    telemetry::LogInfo("started", {{"address", std::string_view(*address)}});
    NotifySystemd("READY=1\nSTATUS=Serving at http://" + *address);

    int signal = 0;
    sigwait(&signals, &signal);
    telemetry::LogInfo("stopping", {{"signal", std::int64_t{signal}}});
    NotifySystemd("STOPPING=1\nSTATUS=Finishing running requests");
    instance.Stop();
    telemetry::LogInfo("stopped");
    return 0;
}

}  // namespace

int Serve(const cli::Settings& settings) {
    const sigset_t signals = BlockStopSignals();
    if (auto made = MakeDataFolder(settings.data); !made) return Failed(made.error());
    const auto lock = DataFolderLock::TryTake(settings.data);
    if (!lock) return Failed(lock.error());
    const bool owns_folder = *lock != nullptr;
    // If both stores are on servers, a second process may use the folder. It only lacks the local socket.
    if (!owns_folder && (IsEmbedded(settings) || AreFactsEmbedded(settings))) {
        return Failed({ErrorCode::kUnavailable, "", "another process is using the data folder " + settings.data});
    }
    telemetry::StartLogging(telemetry::LevelOf(settings.log_level));
    AllowOpenFilesFor(settings.max_connections);
    for (const std::string& warning : cli::FindOpenPermissions(settings)) telemetry::LogWarn(warning);
    const int status = RunInstance(settings, owns_folder, signals);
    telemetry::StopLogging();
    return status;
}

}  // namespace fairlead::service

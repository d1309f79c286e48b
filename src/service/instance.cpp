#include "service/instance.hpp"

#include <thread>

#include "app/catalogue/operator_zone.hpp"
#include "app/commission/resolve_rates.hpp"
#include "http/handlers/commission/simulations.hpp"
#include "http/handlers/operations/clock.hpp"
#include "http/handlers/operations/control.hpp"
#include "http/handlers/operations/probes.hpp"
#include "service/data_folder.hpp"
#include "service/open_facts.hpp"
#include "service/parts/mail.hpp"
#include "service/serve_demo.hpp"
#include "telemetry/log.hpp"

namespace fairlead::service {
namespace {

// How often a running service writes its time to the ledger. It also compares its clock with that of a server.
constexpr int kProbeServerEverySeconds = 5;
constexpr int kProbeFileEverySeconds = 60;

// The connections of each listener for administration. Visitors cannot take them.
constexpr std::size_t kReservedConnections = 32;

// The memory of bodies that have not arrived completely: of one client address, and of all.
constexpr std::size_t kWaitingBodiesOfAddressMax = 64 << 20;
constexpr std::size_t kWaitingBodiesMax = 256 << 20;

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

}  // namespace

Instance::Instance(const cli::Settings& settings, telemetry::Metrics& metrics, app::ClockGuard& clock,
                   app::Ledger& ledger, std::unique_ptr<journal::ClickJournal> journal,
                   std::unique_ptr<app::FactStore> facts, const app::CountryFinder& countries,
                   const app::ServiceKeys& keys)
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
      bodies_(kWaitingBodiesMax, kWaitingBodiesOfAddressMax),
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

Result<std::string> Instance::Listen(bool owns_folder) {
    TRY(catalogue_.Refresh());
    // Days and months of another zone would put money into wrong periods.
    for (const auto& [id, entry] : catalogue_.Current()->entries()) {
        TRY(app::CheckZones(entry->records.self.settings, entry->records.self.name));
    }
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

Result<bool> Instance::PrepareDemo(const std::string& address, const sigset_t& signals) {
    if (settings_.demo_days == 0) return true;
    demo_ = std::make_unique<demo::Demo>(
        demo::Parts{ledger_.catalogue(), ledger_.records(), ledger_.commission_queries(), ledger_.commission_store(),
                    record_click_, catalogue_, manage_catalogue_, ingest_events_, accounts_, agents_, projector_,
                    keys_.address_key, keys_.token_key, UrlOf(settings_, address)},
        demo::Options{settings_.data, static_cast<int>(settings_.demo_days), AskForSignals(signals)});
    return demo_->Prepare();
}

void Instance::Start() {
    server_.Start();
    visit_counts_.Start();
    login_log_.Start();
    outgoing_.Start();
    mail_watch_.Start();
    report_schedules_.scheduler.Start();
    fraud_signals_.Start();
    images_.Start();
    const int probe_every = ledger_.rate_authority() != nullptr ? kProbeServerEverySeconds : kProbeFileEverySeconds;
    clock_watch_ = std::make_unique<app::ClockWatch>(clock_, probe_every, [this] { readiness_.Check([](bool) {}); });
    if (demo_) demo_->StartMoving();
    ledger_.catalogue().ListenForCatalogueChanges([this] { refresher_.RefreshThen([] {}); });
    // A test compares these lines with api/openapi.yaml.
    for (const auto& [method, pattern] : public_router_.Routes()) {
        telemetry::Log(telemetry::LogLevel::kDebug, "route", {{"method", method}, {"pattern", pattern}});
    }
}

std::string Instance::Instructions(const std::string& address) {
    if (demo_) return demo_->Instructions();
    const auto token = std::exchange(setup_token_, std::nullopt);
    return token ? app::SetupInstructions(UrlOf(settings_, address), *token) : std::string();
}

void Instance::Stop() {
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

Date Instance::DayOf(OperatorId owner, Timestamp at) {
    const auto entry = catalogue_.Current()->Find(owner);
    return entry ? run_report_.CalendarOf(entry->records.self.settings)->zone().DateOf(at) : Date::OfUtc(at);
}

http::ConnectionSettings Instance::ConnectionsTo(const http::Router& router, http::ConnectionCounts& counts) {
    return {.router = router,
            .metrics = metrics_,
            .counts = counts,
            .bodies = bodies_,
            .refusals = refusals_,
            .trusted_proxies = Networks(settings_.trusted_proxies),
            .request_timeout_ms = settings_.request_timeout_ms,
            .idle_timeout_ms = settings_.idle_timeout_ms};
}

}  // namespace fairlead::service

#include "service/open_ledger.hpp"

#include <cmath>
#include <filesystem>

#include "app/await.hpp"
#include "app/clock/confirm_clock.hpp"
#include "base/time/time_zone.hpp"
#include "ledger/archive/block_archive.hpp"
#include "ledger/postgres/postgres_engine.hpp"
#include "ledger/relational_ledger.hpp"
#include "ledger/sqlite/commit_marks.hpp"
#include "ledger/sqlite/sqlite_engine.hpp"
#include "ledger/verify/verify.hpp"
#include "service/data_folder.hpp"
#include "telemetry/log.hpp"

namespace fairlead::service {
namespace {

Status CheckExists(const std::string& path) {
    if (std::filesystem::exists(path)) return {};
    return Fail(ErrorCode::kUnavailable, "there is no ledger at " + path + ". Create it with fairlead init.");
}

std::shared_ptr<ledger::BlockArchive> ArchiveOf(const cli::Settings& settings, telemetry::Metrics& metrics) {
    return std::make_shared<ledger::BlockArchive>(settings.ArchiveFolder(), metrics);
}

Result<ledger::LedgerEngine> OpenEngine(const cli::Settings& settings, IfMissing if_missing,
                                        telemetry::Metrics& metrics) {
    const std::string url = settings.LedgerUrl();
    const auto archive = ArchiveOf(settings, metrics);
    if (!IsEmbedded(settings)) {
        return ledger::OpenPostgresEngine(url, static_cast<std::size_t>(settings.postgres_connections), archive);
    }
    const std::string path = url.substr(kSqlitePrefix.size());
    if (if_missing == IfMissing::kFail) {
        TRY(CheckExists(path));
    }
    const auto if_loss = settings.accept_loss ? ledger::IfLoss::kAccept : ledger::IfLoss::kRefuse;
    return ledger::OpenSqliteEngine(path, archive, if_loss);
}

Result<std::unique_ptr<ledger::ConnectionSource>> OpenReader(const cli::Settings& settings,
                                                             telemetry::Metrics& metrics) {
    const std::string url = settings.LedgerUrl();
    const auto archive = ArchiveOf(settings, metrics);
    if (!IsEmbedded(settings)) return ledger::OpenPostgresReader(url, archive);
    const std::string path = url.substr(kSqlitePrefix.size());
    TRY(CheckExists(path));
    return ledger::OpenSqliteReader(path, archive);
}

Result<std::unique_ptr<ledger::RelationalLedger>> OpenRelational(const cli::Settings& settings, IfMissing if_missing,
                                                                 telemetry::Metrics& metrics,
                                                                 const std::shared_ptr<app::ClockGuard>& clock) {
    auto engine = TRY(OpenEngine(settings, if_missing, metrics));
    engine.clock = clock;
    return std::make_unique<ledger::RelationalLedger>(std::move(engine),
                                                      static_cast<std::size_t>(settings.queue_events_max), metrics);
}

// Must run before anything uses the clock. A suspect clock does not prevent the start: reading still works.
Status CompareClock(app::Ledger& ledger, app::ClockGuard& clock, bool accept) {
    const auto last = TRY(ledger.ReadLastTimes());
    clock.CompareWithLedger(last.commit, last.write);
    if (!accept) return {};
    const auto confirmed = app::Await<app::ObjectResult>(
        [&](auto done) { app::ConfirmClock(clock, ledger.catalogue(), "commandLine", std::move(done)); });
    if (!confirmed) {
        telemetry::LogError("the clock cannot be accepted",
                            {{"reason", std::string_view(confirmed.error().front().message)}});
    }
    return {};
}

std::int64_t MicrosOf(double days) { return std::llround(days * static_cast<double>(kMicrosPerDay)); }

}  // namespace

bool IsEmbedded(const cli::Settings& settings) { return settings.LedgerUrl().starts_with(kSqlitePrefix); }

Result<std::unique_ptr<app::Ledger>> OpenLedger(const cli::Settings& settings, IfMissing if_missing,
                                                telemetry::Metrics& metrics) {
    return OpenRelational(settings, if_missing, metrics, MakeClockGuard(settings, metrics));
}

std::shared_ptr<app::ClockGuard> MakeClockGuard(const cli::Settings& settings, telemetry::Metrics& metrics) {
    const timekeeping::ClockLimits limits{.step_micros = settings.clock_step_seconds * kMicrosPerSecond,
                                          .difference_micros = settings.clock_difference_seconds * kMicrosPerSecond,
                                          .behind_micros = settings.clock_behind_seconds * kMicrosPerSecond,
                                          .ahead_at_start_micros = settings.clock_ahead_days * kMicrosPerDay};
    return std::make_shared<app::ClockGuard>(limits, metrics);
}

Result<std::unique_ptr<app::Ledger>> OpenLedgerToServe(const cli::Settings& settings, telemetry::Metrics& metrics,
                                                       const std::shared_ptr<app::ClockGuard>& clock) {
    // The demo creates its own ledger, and continues its history after any pause.
    const bool demo = settings.demo_days > 0;
    const bool makes = demo || (settings.ledger.empty() && IsNewFolder(settings.data));
    if (makes) TRY(CheckTimeZones());
    auto ledger = OpenRelational(settings, makes ? IfMissing::kMake : IfMissing::kFail, metrics, clock);
    if (!ledger) return std::unexpected(ledger.error());
    if (!demo) TRY(CompareClock(**ledger, *clock, settings.accept_clock));
    const ledger::RetentionPolicy policy{.drop_clicks_after_micros = MicrosOf(settings.drop_clicks_after_days),
                                         .archive_after_micros = MicrosOf(settings.archive_after_days),
                                         .drop_messages_after_micros = MicrosOf(settings.outbox_keep_days)};
    if (!policy.KeepsEverything()) (*ledger)->KeepRetaining(policy);
    (*ledger)->KeepScrubbing();
    return ledger;
}

Result<app::VerificationReport> VerifyLedger(const cli::Settings& settings, const app::VerificationRequest& request,
                                             const app::OnVerificationProgress& progress) {
    telemetry::Metrics metrics;
    const auto source = TRY(OpenReader(settings, metrics));
    const auto connection = TRY(source->Acquire());
    auto verified = ledger::VerifyLedger(*connection, progress, request);
    // If the record cannot be read, a pass over the pages may still say why.
    const bool scrubs_pages = request.depth == app::VerificationDepth::kScrub;
    if (!verified && !scrubs_pages) return verified;
    app::VerificationReport report;
    if (verified) report = std::move(*verified);
    if (!verified) report.Add("the record cannot be read: " + verified.error().message);
    const ledger::ScrubCalls scrub{[&](std::string what) { report.Add(std::move(what)); }, {}, 0};
    if (!IsEmbedded(settings)) {
        if (scrubs_pages) TRY(ledger::ScrubPostgres(settings.LedgerUrl(), scrub));
        return report;
    }
    const std::string path = settings.LedgerUrl().substr(kSqlitePrefix.size());
    const auto losses = ledger::FindSqliteLoss(*connection, path);
    if (!losses) report.Add("the record cannot be compared with the marks beside the ledger");
    if (losses && !losses->empty()) report.Add(app::DescribeLoss(*losses, ledger::kMarksWitness));
    if (scrubs_pages) {
        TRY(ledger::ScrubSqlite(path, *connection, scrub));
    }
    return report;
}

}  // namespace fairlead::service

#include "service/follow.hpp"

#include <csignal>
#include <ctime>
#include <filesystem>

#include "app/access/service_keys.hpp"
#include "ledger/backup/backup.hpp"
#include "ledger/follow/archive_mirror.hpp"
#include "ledger/follow/follower.hpp"
#include "ledger/follow/rebuild_ledger.hpp"
#include "service/backup.hpp"
#include "service/backup_secret.hpp"
#include "service/open_ledger.hpp"
#include "telemetry/log.hpp"

namespace fairlead::service {
namespace {

namespace fs = std::filesystem;

// Waits for the signals that stop the process. All threads block them.
class StopSignals {
public:
    StopSignals() {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGTERM);
        sigaddset(&signals_, SIGINT);
        pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    }

    // Waits at most this long. True after a signal, also in all later calls.
    bool Wait(std::int64_t milliseconds) {
        const timespec limit{.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1'000'000};
        if (!stopped_) stopped_ = sigtimedwait(&signals_, nullptr, &limit) > 0;
        return stopped_;
    }

private:
    sigset_t signals_{};
    bool stopped_ = false;
};

Result<std::string> EmbeddedLedger(const cli::Settings& settings, std::string_view why) {
    if (!IsEmbedded(settings)) return Fail(ErrorCode::kInvalidValue, std::string(why));
    return settings.LedgerUrl().substr(kSqlitePrefix.size());
}

Status FollowUntilStopped(const cli::Settings& settings, const app::FollowOptions& options, StopSignals& signals) {
    const auto path = TRY(EmbeddedLedger(
        settings,
        "--follow works with SQLite only. PostgreSQL ships its own log: see \"Point in time\" in docs/backup.md."));
    if (!fs::exists(path)) return Fail(ErrorCode::kUnavailable, "there is no ledger at " + path);
    ledger::FollowContext context{.ledger = fs::canonical(path).string(),
                                  .archive = settings.ArchiveFolder(),
                                  .secret = {},
                                  .options = options,
                                  .wait = [&](std::int64_t milliseconds) { return signals.Wait(milliseconds); }};
    if (options.with_secret) context.secret = TRY(ReadSecretText(settings.SecretFile()));
    const auto follower = TRY(ledger::Follower::Open(std::move(context)));
    telemetry::LogInfo("following started",
                       {{"ledger", std::string_view(path)}, {"folder", std::string_view(options.to)}});
    TRY(follower->Run());
    telemetry::LogInfo("following stopped");
    return {};
}

// Copies the archive files that the restored ledger refers to. Counts them and lists the missing ones.
Status RestoreArchive(const std::vector<std::string>& names, const fs::path& mirror, const fs::path& archive,
                      app::BackupReport& report) {
    for (const std::string& name : names) {
        const auto copied = TRY(ledger::CopyFromMirror(mirror, archive, name));
        if (copied) ++report.archive_files;
        if (!copied) report.missing_files.push_back(name);
    }
    return {};
}

Result<app::BackupReport> Rebuild(const cli::Settings& settings, const std::string& path, ledger::RestorePoint point,
                                  const app::OnBackupProgress& on_progress) {
    const auto lock = TRY(LockNewFolder(settings));
    const auto base = TRY(ledger::BackupReader::Open(point.series.BasePages()));
    const auto carried = TRY(ledger::SecretIn(base));
    const fs::path mirror = fs::path(point.report.path) / "archive";
    const auto prepare = [&](ledger::Connection& rebuilt, const std::vector<std::string>& archive_files) -> Status {
        const auto sealed = TRY(ledger::ReadStoredSetting(rebuilt, app::kAddressKeySetting));
        point.report.secret_is_there = TRY(PrepareSecret(settings.SecretFile(), sealed, carried));
        return RestoreArchive(archive_files, mirror, settings.ArchiveFolder(), point.report);
    };
    TRY(ledger::RebuildLedger(point, path, prepare, on_progress));
    TRY(OpenOnce(settings));
    return point.report;
}

}  // namespace

Status FollowLedger(const cli::Settings& settings, const app::FollowOptions& options) {
    StopSignals signals;
    telemetry::StartLogging(telemetry::LogLevel::kInfo);
    auto done = FollowUntilStopped(settings, options, signals);
    telemetry::StopLogging();
    return done;
}

Result<app::BackupReport> RestoreChanges(const cli::Settings& settings, const app::RestoreOptions& options,
                                         const app::OnBackupProgress& on_progress) {
    const auto path = TRY(EmbeddedLedger(settings,
                                         "changes are restored to a SQLite ledger. Restore them to a new data folder, "
                                         "then move that ledger to PostgreSQL with a backup."));
    auto point = TRY(ledger::FindRestorePoint(options.from, options.at, on_progress));
    point.report.secret_file = settings.SecretFile();
    point.report.torn_file = point.survey.torn.string();
    if (options.check_only) return point.report;
    return Rebuild(settings, path, std::move(point), on_progress);
}

}  // namespace fairlead::service

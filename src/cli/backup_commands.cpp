#include "cli/backup_commands.hpp"

#include <iostream>

#include <CLI/CLI.hpp>

#include "cli/progress_meter.hpp"

namespace fairlead::cli {
namespace {

app::OnBackupProgress ShowOn(ProgressMeter& meter) {
    return
        [&meter](const app::BackupProgress& progress) { meter.Show({progress.doing, progress.done, progress.total}); };
}

boost::json::object BackupJson(const app::BackupReport& report) {
    return {{"path", report.path},     {"takenAt", report.taken_at.ToIso8601()},
            {"engine", report.engine}, {"schema", report.schema},
            {"tables", report.tables}, {"rows", report.rows},
            {"events", report.events}, {"archiveFiles", report.archive_files},
            {"bytes", report.bytes},   {"secretIncluded", report.has_secret}};
}

// Reports what is missing in a restored ledger.
void PrintLeftOut(const app::BackupReport& report) {
    if (!report.torn_file.empty()) {
        std::cerr << "The last record of " << report.torn_file
                  << " is incomplete: it is being written, or its writer was interrupted. It was left out.\n";
    }
    for (const std::string& file : report.missing_files) {
        std::cerr << "fairlead: the archive file " << file
                  << " is missing. The restored ledger does not have the old clicks in it.\n";
    }
}

}  // namespace

BackupCommands::BackupCommands(CLI::App& app, const AddCommand& add)
    : backup_(add(app, "backup", "copy the ledger and the archive to a new file; the service may be running")),
      restore_(add(app, "restore", "restore a backup to a new data folder or database, and verify it")) {
    backup_
        ->add_option("to", backup_options_.to,
                     "the new file, or a folder in which the file is named after the current time")
        ->required();
    backup_->add_flag("--with-secret", backup_options_.with_secret,
                      "include the secret file; store such a backup safely");
    backup_->add_flag("--allow-missing", backup_options_.allow_missing,
                      "make the backup even if archive files are missing");
    AddFollowOptions();
    restore_
        ->add_option("from", restore_options_.from,
                     "the backup file, made from SQLite or PostgreSQL, or the folder of backup --follow")
        ->required();
    restore_->add_option("--at", at_,
                         "restore this moment (ISO 8601) from the folder of backup --follow; default: the last one");
    restore_->add_flag("--check-only", restore_options_.check_only, "check the backup without restoring it");
    restore_->add_flag("--no-verify", no_verify_, "do not verify the restored ledger");
}

void BackupCommands::AddFollowOptions() {
    auto* follow = backup_->add_flag(
        "--follow", follow_, "ship every change of a SQLite ledger to the folder, until the command is stopped");
    backup_
        ->add_option("--keep-days", follow_options_.keep_days,
                     "with --follow: how many days can be restored, default 14")
        ->check(CLI::Range(1, 3660))
        ->needs(follow);
    backup_
        ->add_option("--base-hours", follow_options_.base_hours,
                     "with --follow: copy the whole ledger again after this time, default 24")
        ->check(CLI::Range(1, 8760))
        ->needs(follow);
    backup_
        ->add_option("--log-mb", follow_options_.log_mb,
                     "with --follow: the size at which the ledger's log is copied into the ledger, default 96")
        ->check(CLI::Range(1, 512))
        ->needs(follow);
}

bool BackupCommands::parsed() const { return backup_->parsed() || restore_->parsed(); }

int BackupCommands::Run(const Settings& settings, const Commands& commands, bool as_json,
                        const std::function<int()>& verify) const {
    if (restore_->parsed()) return Restore(settings, commands, as_json, verify);
    return follow_ ? Follow(settings, commands) : Backup(settings, commands, as_json);
}

int BackupCommands::Follow(const Settings& settings, const Commands& commands) const {
    app::FollowOptions options = follow_options_;
    options.to = backup_options_.to;
    options.with_secret = backup_options_.with_secret;
    const auto done = commands.follow(settings, options);
    if (done) return kDone;
    PrintErrors({done.error()});
    return kFailed;
}

int BackupCommands::Backup(const Settings& settings, const Commands& commands, bool as_json) const {
    ProgressMeter meter;
    const auto report = commands.backup(settings, backup_options_, ShowOn(meter));
    meter.End();
    if (!report) {
        PrintErrors({report.error()});
        return kFailed;
    }
    Print(BackupJson(*report), as_json);
    for (const std::string& file : report->missing_files) {
        std::cerr << "fairlead: the archive file " << file
                  << " is missing. The backup does not contain the old clicks in it.\n";
    }
    if (!report->has_secret) {
        std::cerr
            << "The secret file " << report->secret_file
            << " is not in the backup. Keep a copy of it elsewhere: a restored service cannot start without it.\n";
    }
    return kDone;
}

int BackupCommands::Restore(const Settings& settings, const Commands& commands, bool as_json,
                            const std::function<int()>& verify) const {
    app::RestoreOptions options = restore_options_;
    if (restore_->count("--at") > 0) {
        const auto at = Timestamp::ParseIso8601(at_);
        if (!at) {
            PrintErrors({Error{at.error().code, "--at", at.error().message}});
            return kWrongUsage;
        }
        options.at = *at;
    }
    ProgressMeter meter;
    const auto report = commands.restore(settings, options, ShowOn(meter));
    meter.End();
    if (!report) {
        PrintErrors({report.error()});
        return kFailed;
    }
    Print(BackupJson(*report), as_json);
    PrintLeftOut(*report);
    if (restore_options_.check_only) return kDone;
    if (!report->secret_is_there) {
        std::cerr << "The backup does not contain the secret file. Copy the secret file of the original service to "
                  << report->secret_file << " before you start the service.\n";
    }
    return no_verify_ ? kDone : verify();
}

}  // namespace fairlead::cli

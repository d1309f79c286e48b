#include "cli/backup_commands.hpp"

#include <iostream>

#include <CLI/CLI.hpp>

namespace fairlead::cli {
namespace {

void PrintBackupProgress(const app::BackupProgress& progress) {
    std::cerr << progress.doing << ": " << progress.done;
    if (progress.total > 0) std::cerr << " of " << progress.total;
    std::cerr << "\n";
}

boost::json::object BackupJson(const app::BackupReport& report) {
    return {{"path", report.path},     {"takenAt", report.taken_at.ToIso8601()},
            {"engine", report.engine}, {"schema", report.schema},
            {"tables", report.tables}, {"rows", report.rows},
            {"events", report.events}, {"archiveFiles", report.archive_files},
            {"bytes", report.bytes},   {"secretIncluded", report.has_secret}};
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
    restore_->add_option("from", restore_options_.from, "the backup file, made from SQLite or PostgreSQL")->required();
    restore_->add_flag("--check-only", restore_options_.check_only, "check the backup without restoring it");
    restore_->add_flag("--no-verify", no_verify_, "do not verify the restored ledger");
}

bool BackupCommands::parsed() const { return backup_->parsed() || restore_->parsed(); }

int BackupCommands::Run(const Settings& settings, const Commands& commands, bool as_json,
                        const std::function<int()>& verify) const {
    return backup_->parsed() ? Backup(settings, commands, as_json) : Restore(settings, commands, as_json, verify);
}

int BackupCommands::Backup(const Settings& settings, const Commands& commands, bool as_json) const {
    const auto report = commands.backup(settings, backup_options_, PrintBackupProgress);
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
    const auto report = commands.restore(settings, restore_options_, PrintBackupProgress);
    if (!report) {
        PrintErrors({report.error()});
        return kFailed;
    }
    Print(BackupJson(*report), as_json);
    if (restore_options_.check_only) return kDone;
    if (!report->secret_is_there) {
        std::cerr << "The backup does not contain the secret file. Copy the secret file of the original service to "
                  << report->secret_file << " before you start the service.\n";
    }
    return no_verify_ ? kDone : verify();
}

}  // namespace fairlead::cli

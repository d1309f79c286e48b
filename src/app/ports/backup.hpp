#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/time/time.hpp"

namespace fairlead::app {

// The content of a backup.
struct BackupReport {
    std::string path;
    std::int64_t bytes = 0;
    Timestamp taken_at;
    std::string engine;
    std::int64_t schema = 0;
    std::int64_t tables = 0;
    std::int64_t rows = 0;
    std::int64_t events = 0;
    std::int64_t archive_files = 0;
    bool has_secret = false;
    std::vector<std::string> missing_files;  // Archive files that the ledger names and that are missing.
    std::string secret_file;                 // The path of the secret file, or where to put it.
    bool secret_is_there = false;            // After a restore: whether the keys can be unwrapped.
    std::string torn_file;                   // A file of changes whose last record is incomplete and was left out.
};

struct BackupProgress {
    std::string doing;
    std::int64_t done = 0;
    std::int64_t total = 0;  // 0: unknown.
};
using OnBackupProgress = std::function<void(const BackupProgress&)>;

struct BackupOptions {
    std::string to;  // A new file, or a folder in which a file with the current time in its name is created.
    bool with_secret = false;
    bool allow_missing = false;  // Missing archive files do not prevent the backup.
};

// Ships the changes of a SQLite ledger to a folder until the process is stopped.
struct FollowOptions {
    std::string to;
    bool with_secret = false;
    std::int64_t keep_days = 14;   // Every moment of these days can be restored.
    std::int64_t base_hours = 24;  // A new base is written after this time, so that a restore stays fast.
    std::int64_t log_mb = 96;      // A log of this size is copied into the ledger.
};

struct RestoreOptions {
    std::string from;               // A file, or a folder of changes.
    bool check_only = false;        // Only reads and checks the backup; restores nothing.
    std::optional<Timestamp> at{};  // Only for a folder of changes: the moment to restore. Nothing: the last one.
};

}  // namespace fairlead::app

#pragma once

#include <cstdint>
#include <functional>
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

struct RestoreOptions {
    std::string from;
    bool check_only = false;  // Only reads and checks the backup; restores nothing.
};

}  // namespace fairlead::app

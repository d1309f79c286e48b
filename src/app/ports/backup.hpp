#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/time/time.hpp"

namespace fairlead::app {

// What a backup holds.
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
    std::vector<std::string> missing_files;  // Archive files that the ledger names and that could not be found.
    std::string secret_file;                 // Where the secret is, or has to be put.
    bool secret_is_there = false;            // After restoring: whether the keys can be unwrapped.
};

struct BackupProgress {
    std::string doing;
    std::int64_t done = 0;
    std::int64_t total = 0;  // 0: not known.
};
using OnBackupProgress = std::function<void(const BackupProgress&)>;

struct BackupOptions {
    std::string to;  // A new file, or a folder in which a file is made that is named by the time.
    bool with_secret = false;
    bool allow_missing = false;  // Archive files that are lost do not keep the rest from being saved.
};

struct RestoreOptions {
    std::string from;
    bool check_only = false;  // Reads the backup and compares; restores nothing.
};

}  // namespace fairlead::app

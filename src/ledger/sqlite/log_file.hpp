#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "ledger/archive/disk_file.hpp"

struct sqlite3;

namespace fairlead::ledger {

// SQLite's log (WAL) and the index of it in memory that all processes share. Both formats are documented:
// https://www.sqlite.org/fileformat2.html#walformat and https://www.sqlite.org/walformat.html

// Each frame of the log continues the checksum of the frame before it.
struct LogChecksum {
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    bool operator==(const LogChecksum&) const = default;
};

// Names one run of the log, from one reset to the next. A reset adds one to the first salt and sets the second to a
// random number.
struct LogSalts {
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    bool operator==(const LogSalts&) const = default;
};

// The place after a frame. Frame 0 is the beginning of the log.
struct LogPosition {
    LogSalts salts;
    std::uint32_t frame = 0;
    LogChecksum checksum;  // Of everything up to the frame. Has no meaning for frame 0.

    bool operator==(const LogPosition&) const = default;
};

// Whether a run of the log with these salts can follow the run that was shipped up to this position. An empty log gets
// its salts with the first commit.
bool IsNextRun(const LogPosition& shipped, const LogSalts& salts);

// How far the log is committed.
struct LogState {
    LogPosition end;
    std::uint32_t page_bytes = 0;  // Zero if the log was never written.
};

// A page that a commit has changed.
struct ChangedPage {
    std::uint32_t number = 0;       // From 1.
    std::uint32_t pages_after = 0;  // The size of the ledger in pages, in the last page of a commit; otherwise zero.
    std::string_view bytes;
};

// Reads the shared index. The connection must have begun a transaction. A commit that is in the log but not yet
// published is not counted: after a crash of its writer another commit may replace it.
Result<LogState> ReadLogState(sqlite3* connection);

// Reads frames of the log. The caller holds a transaction that prevents a reset.
class LogFile {
public:
    static Result<LogFile> Open(const std::filesystem::path& ledger);

    // Reads at most `frames_max` frames after `from`, up to `end`, moves `from` and compares salts and checksums. The
    // pages refer to the bytes of the latest call.
    Result<std::vector<ChangedPage>> Read(LogPosition& from, const LogState& end, std::uint32_t frames_max);
    // Whether the log still has this frame.
    bool Has(const LogPosition& position, std::uint32_t page_bytes) const;

private:
    LogFile(std::filesystem::path path, DiskFile file) : path_(std::move(path)), file_(std::move(file)) {}
    Status ReadHead(LogPosition& from);
    std::unexpected<Error> Differs() const;

    std::filesystem::path path_;
    DiskFile file_;
    bool big_endian_ = false;
    std::string bytes_;
};

}  // namespace fairlead::ledger

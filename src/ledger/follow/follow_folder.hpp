#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "ledger/follow/changes_file.hpp"

namespace fairlead::ledger {

// The folder to which the changes of a SQLite ledger are shipped:
//   lock                        locked by the process that writes to the folder
//   status.prom                 metrics of that process
//   archive/OPERATOR/FILE       copies of archive files
//   000001/base.pages           the first series: a copy of the ledger's pages (backup_file.hpp)
//   000001/base.changes         the changes that were made while the pages were copied
//   000001/0000000001.changes   the changes since then, in files of limited size
// A series can be restored at every moment from the end of its base to its last record.

// One base and the changes after it.
struct Series {
    std::uint64_t number = 0;
    std::filesystem::path folder;

    std::filesystem::path BasePages() const { return folder / "base.pages"; }
    // Gets its name last, so that it is missing in an incomplete series.
    std::filesystem::path BaseChanges() const { return folder / "base.changes"; }
    std::filesystem::path Segment(std::uint64_t segment) const;
};

Series SeriesIn(const std::filesystem::path& folder, std::uint64_t number);

// The complete series in the folder, oldest first.
std::vector<Series> ListSeries(const std::filesystem::path& folder);
// The highest number of a segment; 0 if there is none.
std::uint64_t LastSegment(const Series& series);

// The first moment at which the series can be restored.
Result<Timestamp> StartOf(const Series& series);
// The last whole record. With kCut, an incomplete record is cut off the last segment.
enum class TornTail : std::uint8_t { kLeave, kCut };
Result<ChangeRecord> LastRecord(const Series& series, TornTail torn);

// Creates the folder if it is missing, and locks it for this process. An Error if another process uses it.
Result<DiskFile> LockFolder(const std::filesystem::path& folder);
// Removes series without a complete base, which an interrupted copy leaves.
void RemoveIncompleteSeries(const std::filesystem::path& folder);
// Removes at most `count_max` series that are not needed to restore a moment from `oldest` on. Returns their number.
Result<std::size_t> RemoveOldSeries(const std::filesystem::path& folder, Timestamp oldest, std::size_t count_max);

}  // namespace fairlead::ledger

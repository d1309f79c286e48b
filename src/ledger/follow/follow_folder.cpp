#include "ledger/follow/follow_folder.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>

#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kChangesEnding = ".changes";

std::optional<std::uint64_t> WholeNumber(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// All folders with a number as their name, in the order of the numbers.
std::vector<Series> NumberedFolders(const fs::path& folder) {
    std::vector<Series> all;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const auto number = WholeNumber(entry.path().filename().string());
        if (number && entry.is_directory(error)) all.push_back({*number, entry.path()});
    }
    std::ranges::sort(all, {}, &Series::number);
    return all;
}

bool IsComplete(const Series& series) { return fs::exists(series.BaseChanges()); }

// A file that a crash left without its beginning would be taken for damage as soon as another one follows it.
Status RemoveSegment(const fs::path& path) {
    std::error_code error;
    if (fs::remove(path, error) && SyncFolder(path.parent_path())) return {};
    return Fail(ErrorCode::kUnavailable, "cannot remove " + path.string() + ": " + error.message());
}

Result<std::optional<ChangeRecord>> LastRecordIn(const fs::path& path, TornTail torn) {
    auto reader = TRY(ChangesReader::Open(path));
    std::optional<ChangeRecord> last;
    while (true) {
        auto record = TRY(reader.Next());
        if (!record) break;
        last = std::move(record);
    }
    if (!reader.is_torn() || torn == TornTail::kLeave) return last;
    if (reader.whole_bytes() == 0) {
        TRY(RemoveSegment(path));
        return last;
    }
    const DiskFile file(path, O_RDWR);
    if (!file.is_open() || !file.Truncate(reader.whole_bytes()) || !file.Sync()) {
        return Fail(ErrorCode::kUnavailable, "cannot shorten " + path.string() + ": " + std::strerror(errno));
    }
    return last;
}

}  // namespace

fs::path Series::Segment(std::uint64_t segment) const {
    return folder / (fmt::format("{:010}", segment) + std::string(kChangesEnding));
}

Series SeriesIn(const fs::path& folder, std::uint64_t number) {
    return {number, folder / fmt::format("{:06}", number)};
}

std::vector<Series> ListSeries(const fs::path& folder) {
    auto all = NumberedFolders(folder);
    std::erase_if(all, [](const Series& series) { return !IsComplete(series); });
    return all;
}

std::uint64_t LastSegment(const Series& series) {
    std::uint64_t last = 0;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(series.folder, error)) {
        if (entry.path().extension() != kChangesEnding) continue;
        last = std::max(last, WholeNumber(entry.path().stem().string()).value_or(0));
    }
    return last;
}

Result<Timestamp> StartOf(const Series& series) {
    auto reader = TRY(ChangesReader::Open(series.BaseChanges()));
    const auto record = TRY(reader.Next());
    if (record) return record->seen_at;
    return Fail(ErrorCode::kUnavailable, "the file of changes " + series.BaseChanges().string() + " is damaged");
}

Result<ChangeRecord> LastRecord(const Series& series, TornTail torn) {
    for (std::uint64_t segment = LastSegment(series); segment > 0; --segment) {
        auto record = TRY(LastRecordIn(series.Segment(segment), torn));
        if (record) return std::move(*record);
    }
    auto record = TRY(LastRecordIn(series.BaseChanges(), TornTail::kLeave));
    if (record) return std::move(*record);
    return Fail(ErrorCode::kUnavailable, "the file of changes " + series.BaseChanges().string() + " is damaged");
}

Result<DiskFile> LockFolder(const fs::path& folder) {
    const bool made = MakeDurableFolder(folder);
    DiskFile lock(folder / "lock", O_RDWR | O_CREAT);
    if (!made || !lock.is_open()) {
        return Fail(ErrorCode::kUnavailable, "cannot write to " + folder.string() + ": " + std::strerror(errno));
    }
    if (!lock.TryLock()) {
        return Fail(ErrorCode::kUnavailable, "another process ships changes to " + folder.string());
    }
    return lock;
}

void RemoveIncompleteSeries(const fs::path& folder) {
    std::error_code ignored;
    for (const Series& series : NumberedFolders(folder)) {
        if (!IsComplete(series)) fs::remove_all(series.folder, ignored);
    }
}

Result<std::size_t> RemoveOldSeries(const fs::path& folder, Timestamp oldest, std::size_t count_max) {
    const auto all = ListSeries(folder);
    std::size_t removed = 0;
    for (std::size_t i = 0; i + 1 < all.size() && removed < count_max; ++i) {
        const auto next_start = TRY(StartOf(all[i + 1]));
        if (next_start > oldest) break;
        std::error_code error;
        // Without this file the series is incomplete, so a part of it is never taken for a whole.
        fs::remove(all[i].BaseChanges(), error);
        fs::remove_all(all[i].folder, error);
        if (error) {
            return Fail(ErrorCode::kUnavailable, "cannot remove " + all[i].folder.string() + ": " + error.message());
        }
        ++removed;
    }
    return removed;
}

}  // namespace fairlead::ledger

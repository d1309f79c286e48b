#include "ledger/follow/archive_mirror.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/id/ids.hpp"
#include "ledger/archive/disk_file.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFactsEnding = ".facts";
// Follows the name of a copy whose original was removed. The time of the file is the time at which this was noticed.
constexpr std::string_view kGoneEnding = ".gone";
constexpr std::uint64_t kCopiedAtOnce = 1 << 20;

std::unexpected<Error> CannotCopy(const fs::path& to) {
    return Fail(ErrorCode::kUnavailable, "cannot write the archive file " + to.string() + ": " + std::strerror(errno));
}

// The copy gets its name when all of it is on the disk.
Status CopyDurably(const DiskFile& source, const fs::path& to) {
    if (!MakeDurableFolder(to.parent_path())) return CannotCopy(to);
    const fs::path unfinished = to.string() + std::string(kUnfinishedEnding);
    {
        const DiskFile file(unfinished, O_WRONLY | O_CREAT | O_TRUNC);
        if (!file.is_open()) return CannotCopy(to);
        const std::uint64_t size = source.size();
        for (std::uint64_t at = 0; at < size; at += kCopiedAtOnce) {
            const auto piece = source.Read(at, std::min(kCopiedAtOnce, size - at));
            if (!piece || !file.Write(*piece)) return CannotCopy(to);
        }
        if (!file.Sync()) return CannotCopy(to);
    }
    if (rename(unfinished.c_str(), to.c_str()) != 0 || !SyncFolder(to.parent_path())) return CannotCopy(to);
    return {};
}

std::set<std::string> ListFiles(const fs::path& folder, std::string_view ending) {
    std::set<std::string> names;
    std::error_code error;
    for (const auto& owner : fs::directory_iterator(folder, error)) {
        const std::string operator_name = owner.path().filename().string();
        if (!OperatorId::Parse(operator_name)) continue;
        for (const auto& entry : fs::directory_iterator(owner.path(), error)) {
            const std::string name = entry.path().filename().string();
            if (name.ends_with(ending)) names.insert(operator_name + "/" + name);
        }
    }
    return names;
}

Timestamp ModifiedAt(const fs::path& path) {
    struct stat state{};
    if (stat(path.c_str(), &state) != 0) return Now();
    return {std::int64_t{state.st_mtim.tv_sec} * kMicrosPerSecond + state.st_mtim.tv_nsec / 1000};
}

}  // namespace

std::set<std::string> ListArchive(const fs::path& archive) { return ListFiles(archive, kFactsEnding); }

Status ArchiveMirror::CopyNew() {
    for (const std::string& name : ListArchive(archive_)) {
        if (copied_.contains(name)) continue;
        const DiskFile source(archive_ / name, O_RDONLY);
        // Retention may have removed a file that no block refers to.
        if (!source.is_open()) continue;
        std::error_code error;
        const auto size = fs::file_size(copy_ / name, error);
        if (error || size != source.size()) TRY(CopyDurably(source, copy_ / name));
        copied_.insert(name);
    }
    return {};
}

void ArchiveMirror::RemoveOld(Timestamp oldest) {
    const auto present = ListArchive(archive_);
    std::error_code ignored;
    for (const std::string& name : ListArchive(copy_)) {
        if (present.contains(name)) continue;
        const fs::path gone = (copy_ / name).string() + std::string(kGoneEnding);
        fs::rename(copy_ / name, gone, ignored);
        fs::last_write_time(gone, fs::file_time_type::clock::now(), ignored);
        copied_.erase(name);
    }
    for (const std::string& name : ListFiles(copy_, kGoneEnding)) {
        if (ModifiedAt(copy_ / name) < oldest) fs::remove(copy_ / name, ignored);
    }
}

Result<bool> CopyFromMirror(const fs::path& mirror, const fs::path& archive, const std::string& name) {
    const DiskFile named(mirror / name, O_RDONLY);
    const DiskFile gone((mirror / name).string() + std::string(kGoneEnding), O_RDONLY);
    const DiskFile& source = named.is_open() ? named : gone;
    if (!source.is_open()) return false;
    std::error_code error;
    const auto size = fs::file_size(archive / name, error);
    if (!error && size != source.size()) {
        return Fail(ErrorCode::kUnavailable, "there is another archive file at " + (archive / name).string() +
                                                 ": a restored ledger needs an archive folder of its own");
    }
    if (error) TRY(CopyDurably(source, archive / name));
    return true;
}

}  // namespace fairlead::ledger

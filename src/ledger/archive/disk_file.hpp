#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace fairlead::ledger {

// An open file, readable by this user only where it is made, closed at the end. After a failure errno says why.
class DiskFile {
public:
    // `flags` are those of open(2).
    DiskFile(const std::filesystem::path& path, int flags);
    DiskFile(DiskFile&& other) noexcept;
    DiskFile& operator=(DiskFile&&) = delete;
    ~DiskFile();

    bool is_open() const { return descriptor_ >= 0; }
    std::uint64_t size() const;

    bool Write(std::string_view bytes) const;
    bool Sync() const;
    // Takes the file for this process, without waiting, until it is closed.
    bool TryLock() const;
    bool Truncate() const;
    // Exactly this part; nothing where the file ends before it or it is larger than a gibibyte.
    std::optional<std::string> Read(std::uint64_t offset, std::uint64_t size) const;

private:
    int descriptor_;
};

// Has the disk remember which names are in the folder.
bool SyncFolder(const std::filesystem::path& folder);
// Makes the folder and the one above it, and has both remembered by the disk.
bool MakeDurableFolder(const std::filesystem::path& folder);
// Writes a whole file, which has its name only once all of it is on the disk.
bool WriteDurably(const std::filesystem::path& path, std::string_view bytes);

// What stands behind the name of a file that is not finished.
inline constexpr std::string_view kUnfinishedEnding = ".part";

}  // namespace fairlead::ledger

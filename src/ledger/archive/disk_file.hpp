#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace fairlead::ledger {

// An open file, which the destructor closes. Only this user may read a new file. After a failure errno has the reason.
class DiskFile {
public:
    // `flags` are the flags of open(2).
    DiskFile(const std::filesystem::path& path, int flags);
    DiskFile(DiskFile&& other) noexcept;
    DiskFile& operator=(DiskFile&&) = delete;
    ~DiskFile();

    bool is_open() const { return descriptor_ >= 0; }
    int descriptor() const { return descriptor_; }
    std::uint64_t size() const;

    bool Write(std::string_view bytes) const;
    bool Sync() const;
    // Locks the file for this process until it is closed. Does not wait.
    bool TryLock() const;
    // Removes this part from the system's cache, so that the next read comes from the disk.
    void ForgetCached(std::uint64_t offset, std::uint64_t size) const;
    bool Truncate(std::uint64_t size = 0) const;
    // Writes these bytes at this place. Does not change where Write continues.
    bool WriteAt(std::uint64_t offset, std::string_view bytes) const;
    // Exactly this part; nothing if the file is shorter or the part is larger than a gibibyte.
    std::optional<std::string> Read(std::uint64_t offset, std::uint64_t size) const;

private:
    int descriptor_;
};

// Makes the names in the folder durable.
bool SyncFolder(const std::filesystem::path& folder);
// Creates the folder and its parent and makes both durable.
bool MakeDurableFolder(const std::filesystem::path& folder);
// Writes a whole file. It gets its final name only when all of it is on the disk.
bool WriteDurably(const std::filesystem::path& path, std::string_view bytes);

// The ending of the name of an unfinished file.
inline constexpr std::string_view kUnfinishedEnding = ".part";

}  // namespace fairlead::ledger

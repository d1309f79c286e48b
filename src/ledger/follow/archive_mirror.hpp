#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "base/result.hpp"
#include "base/time/time.hpp"

namespace fairlead::ledger {

// Keeps a copy of the archive files of a ledger in another folder. A ledger refers only to archive files that exist, so
// copying the files before the changes that refer to them keeps the copy complete.
class ArchiveMirror {
public:
    ArchiveMirror(std::filesystem::path archive, std::filesystem::path copy)
        : archive_(std::move(archive)), copy_(std::move(copy)) {}

    // Copies new files. They are durable when it returns.
    Status CopyNew();
    // Deletes the copies of files whose removal from the archive was noticed before `oldest`.
    void RemoveOld(Timestamp oldest);

private:
    std::filesystem::path archive_;
    std::filesystem::path copy_;
    std::set<std::string> copied_;  // OPERATOR/FILE
};

// The names (OPERATOR/FILE) of all archive files in a folder.
std::set<std::string> ListArchive(const std::filesystem::path& archive);

// Copies an archive file from a mirror to an archive. An existing file with the same size is kept; with another size it
// is an Error. False if the mirror does not have it.
Result<bool> CopyFromMirror(const std::filesystem::path& mirror, const std::filesystem::path& archive,
                            const std::string& name);

}  // namespace fairlead::ledger

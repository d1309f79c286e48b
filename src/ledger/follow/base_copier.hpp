#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>

#include "ledger/archive/disk_file.hpp"
#include "ledger/backup/backup_file.hpp"
#include "ledger/sqlite/page_checksum.hpp"

namespace fairlead::ledger {

// Copies the pages of a ledger's file, in steps. A checkpoint may change pages during the copy. All these changes are
// in the log, which the caller keeps from being reset, and are applied to the copy when it is restored.
class BaseCopier {
public:
    // `ledger` must outlive this object. The caller never closes it while the process has connections to the ledger:
    // POSIX drops all locks of a process on a file when it closes any descriptor of the file.
    static Result<BaseCopier> Start(const DiskFile& ledger, const std::filesystem::path& to,
                                    const std::string& ledger_id);

    // Copies about a mebibyte. False if everything is copied.
    Result<bool> Step();
    Result<std::uint64_t> Finish(BackupManifest manifest, const std::optional<std::string>& secret);

    // Pages whose checksum does not match. A checkpoint may have been writing them; otherwise they are damaged.
    const std::set<std::uint32_t>& doubtful() const { return doubtful_; }

private:
    BaseCopier(const DiskFile& ledger, BackupWriter writer) : ledger_(ledger), writer_(std::move(writer)) {}
    void Check(std::string& bytes);

    const DiskFile& ledger_;
    BackupWriter writer_;
    FileHead head_;
    std::uint64_t size_ = 0;
    std::uint64_t at_ = 0;
    std::set<std::uint32_t> doubtful_;
};

}  // namespace fairlead::ledger

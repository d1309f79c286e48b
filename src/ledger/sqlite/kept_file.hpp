#pragma once

#include <memory>
#include <string>

#include "ledger/archive/disk_file.hpp"

namespace fairlead::ledger {

// The ledger's file for reads that bypass SQLite. It stays open as long as the file has a name: when a process closes
// any descriptor of a file, it loses all its locks on the file (POSIX), also those of SQLite. Another process that
// closes the ledger would then assume that it is the last one and delete the log that the service writes to. Safe from
// any thread. `flags` are the flags of open(2). After a failure the file is not open, and errno has the reason.
std::shared_ptr<const DiskFile> KeptFile(const std::string& path, int flags);

}  // namespace fairlead::ledger

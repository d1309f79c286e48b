#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace fairlead::ledger {

class SqliteConnection;

// SQLite leaves an empty log when it is closed. A log with content is left by an unclean end, and may not be what the
// disk holds: after a failed sync the kernel keeps pages in its cache that it did not write, and takes them for clean.
// Commits after such a page would be lost in a power failure. The next two functions make the disk hold what is read.

// What an unclean end left in the log.
struct LeftLog {
    std::uint64_t bytes = 0;
    std::uint32_t page_bytes = 0;
    std::vector<std::uint32_t> pages;  // The numbers of the pages in it, ascending. May contain pages of no commit.
};

// Writes the log of the ledger at `path` over itself and syncs it, so that the disk holds what the cache holds. Call
// this before SQLite opens the ledger. Does nothing if there is no log, or an empty one.
Result<LeftLog> RewriteLeftLog(const std::string& path);

// Copies the log into the ledger, with a sync, and reads its pages back from the disk, past the cache. Fails if the
// disk does not hold them. A file system without direct reads is not read back.
Status SettleLeftLog(SqliteConnection& writer, const std::string& path, const LeftLog& left);

}  // namespace fairlead::ledger

#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {

// Copies a ledger of an earlier release to a file whose pages have checksums, and replaces it by the copy. Happens
// once. Returns the connection to go on with, which is `writer` itself if there is nothing to do. A ledger that another
// process reads, or a disk without space for the copy, is left as it is until the next start. The caller holds the
// lock of the ledger, and has no other connection.
Result<std::unique_ptr<SqliteConnection>> AddPageChecksums(const std::string& path,
                                                           std::unique_ptr<SqliteConnection> writer);

}  // namespace fairlead::ledger

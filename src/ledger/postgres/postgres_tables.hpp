#pragma once

#include <memory>
#include <string>

#include "ledger/backup/table_copy.hpp"

namespace fairlead::ledger {

class BlockArchive;

// Reads the tables in a snapshot of the database. It blocks nothing, but the server keeps deleted rows on its disk
// until the reader is closed.
Result<std::unique_ptr<TableReader>> ReadPostgresTables(const std::string& url);

// Fills a database without a ledger in one transaction. Archived blocks must be in the archive before Finish, which
// derives the index from them.
std::unique_ptr<TableLoader> LoadPostgresTables(std::string url, std::shared_ptr<const BlockArchive> archive);

}  // namespace fairlead::ledger

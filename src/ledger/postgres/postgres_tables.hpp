#pragma once

#include <memory>
#include <string>

#include "ledger/backup/table_copy.hpp"

namespace fairlead::ledger {

class BlockArchive;

// The tables of the database as they are now. Nobody waits for it; what is deleted meanwhile stays on the server's disk
// until it is closed.
Result<std::unique_ptr<TableReader>> ReadPostgresTables(const std::string& url);

// Fills a database that has no ledger, in one transaction. Archived blocks must lie in the archive before Finish, which
// derives the index from them.
std::unique_ptr<TableLoader> LoadPostgresTables(std::string url, std::shared_ptr<const BlockArchive> archive);

}  // namespace fairlead::ledger

#pragma once

#include <filesystem>
#include <memory>

#include "ledger/backup/table_copy.hpp"

namespace fairlead::ledger {

// The tables of the file at `path` as they are now. While it is open the log of the file's writer grows by what is
// written meanwhile; nobody waits for it.
Result<std::unique_ptr<TableReader>> ReadSqliteTables(const std::filesystem::path& path);

// A new file at `path`, written beside it until it is whole. Its index is made at the next start.
std::unique_ptr<TableLoader> LoadSqliteTables(const std::filesystem::path& path);

}  // namespace fairlead::ledger

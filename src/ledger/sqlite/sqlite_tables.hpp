#pragma once

#include <filesystem>
#include <memory>

#include "ledger/backup/table_copy.hpp"

namespace fairlead::ledger {

// Reads the tables in a snapshot of the file at `path`. It blocks nothing, but the log of the file's writer grows while
// the reader is open.
Result<std::unique_ptr<TableReader>> ReadSqliteTables(const std::filesystem::path& path);

// Creates a new file at `path`, under another name until it is complete. The next start builds its index.
std::unique_ptr<TableLoader> LoadSqliteTables(const std::filesystem::path& path);

}  // namespace fairlead::ledger

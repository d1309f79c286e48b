#pragma once

#include <string>

#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

// Opens the embedded engine: the file at `path` and the derived index beside it. The engine holds a lock file beside
// the ledger. While one process holds it, opening fails with kUnavailable in every other process and changes nothing.
Result<LedgerEngine> OpenSqliteEngine(const std::string& path, const std::shared_ptr<const BlockArchive>& archive);

// Opens the file for reading, even if another process uses it.
Result<std::unique_ptr<ConnectionSource>> OpenSqliteReader(const std::string& path,
                                                           const std::shared_ptr<const BlockArchive>& archive);

}  // namespace fairlead::ledger

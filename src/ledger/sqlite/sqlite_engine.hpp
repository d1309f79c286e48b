#pragma once

#include <string>

#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

// Opens the embedded engine: the file at `path` and, beside it, the derived index. The engine holds a lock beside the
// file: while one process has it, opening fails with kUnavailable in every other process, and changes nothing.
Result<LedgerEngine> OpenSqliteEngine(const std::string& path, const std::shared_ptr<const BlockArchive>& archive);

// Opens the file to read it, beside whichever process owns it.
Result<std::unique_ptr<ConnectionSource>> OpenSqliteReader(const std::string& path,
                                                           const std::shared_ptr<const BlockArchive>& archive);

}  // namespace fairlead::ledger

#pragma once

#include <string>

#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

// Opens PostgreSQL 15 or newer at a postgresql:// URL with this many writing connections, and one for reading. Any
// number of nodes may share it.
Result<LedgerEngine> OpenPostgresEngine(const std::string& url, std::size_t connections,
                                        const std::shared_ptr<const BlockArchive>& archive);

// One connection, to read.
Result<std::unique_ptr<ConnectionSource>> OpenPostgresReader(const std::string& url,
                                                             const std::shared_ptr<const BlockArchive>& archive);

}  // namespace fairlead::ledger

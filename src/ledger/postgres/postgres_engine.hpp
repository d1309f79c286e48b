#pragma once

#include <string>

#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

// Opens PostgreSQL 15 or newer at a postgresql:// URL with this number of writing connections, and several for reading.
// Any number of nodes may share the database.
Result<LedgerEngine> OpenPostgresEngine(const std::string& url, std::size_t connections,
                                        const std::shared_ptr<const BlockArchive>& archive);

// Opens one connection for reading.
Result<std::unique_ptr<ConnectionSource>> OpenPostgresReader(const std::string& url,
                                                             const std::shared_ptr<const BlockArchive>& archive);

// Reads all pages and long values, and names those that the server cannot read.
Status ScrubPostgres(const std::string& url, const ScrubCalls& calls);

}  // namespace fairlead::ledger

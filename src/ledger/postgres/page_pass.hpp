#pragma once

#include <stop_token>

#include "ledger/engine/engine.hpp"
#include "ledger/postgres/postgres_connection.hpp"

namespace fairlead::ledger {

// kPages reads the pages of tables, kValues also the long values that are stored elsewhere.
enum class PageReading : std::uint8_t { kPages, kValues };

// Lets the server read every page of every table, which compares checksums if the cluster has them. Names the table and
// the page that cannot be read, with the server's reason. Indexes are not read. Fails if the server cannot be reached.
Status ReadAllPages(PostgresConnection& connection, PageReading reading, const ScrubCalls& calls,
                    const std::stop_token& stop);

}  // namespace fairlead::ledger

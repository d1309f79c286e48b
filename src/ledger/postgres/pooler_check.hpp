#pragma once

#include <string>

#include "base/result.hpp"

namespace fairlead::ledger {

// Refuses a pooler, such as PgBouncer, that gives a server connection to others between transactions. Prepared
// statements, LISTEN, locks and settings belong to a server connection, so such a pooler mixes them up. A pooler that
// keeps a server connection for a session is accepted. Says nothing about a server that cannot be reached.
Status RefuseTransactionPooling(const std::string& url);

}  // namespace fairlead::ledger

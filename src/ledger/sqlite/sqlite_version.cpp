#include "ledger/sqlite/sqlite_version.hpp"

#include <sqlite3.h>

namespace fairlead::ledger {

std::string SqliteVersion() { return sqlite3_libversion(); }

}  // namespace fairlead::ledger

#pragma once

#include <string>

namespace fairlead::ledger {

// The version of RocksDB.
std::string IndexVersion();

}  // namespace fairlead::ledger

#pragma once

#include <string>

namespace fairlead::ledger {

// The version of the library that is loaded, which may differ from the one at build time.
std::string SqliteVersion();

}  // namespace fairlead::ledger

#pragma once

#include <string>

namespace fairlead::ledger {

// The version of the library that is loaded.
std::string IndexVersion();

}  // namespace fairlead::ledger

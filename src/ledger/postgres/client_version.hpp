#pragma once

#include <string>

namespace fairlead::ledger {

// The version of the client library that is loaded: "15.8".
std::string PostgresClientVersion();

}  // namespace fairlead::ledger

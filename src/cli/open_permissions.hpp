#pragma once

#include <string>
#include <vector>

#include "cli/settings.hpp"

namespace fairlead::cli {

// A warning for the secret file and for the data folder if other users of the machine can read them: the secret
// decrypts the keys of the service, and the folder has the ledger. A missing file or folder has no warning.
std::vector<std::string> FindOpenPermissions(const Settings& settings);

}  // namespace fairlead::cli

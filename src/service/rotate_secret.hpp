#pragma once

#include "cli/settings.hpp"

namespace fairlead::service {

// Replaces the secret file of a ledger. Fails if a service uses the data folder of a SQLite ledger.
Status RotateSecret(const cli::Settings& settings);

}  // namespace fairlead::service

#pragma once

#include <optional>
#include <string>

#include "base/result.hpp"

namespace fairlead::service {

// The content of a secret file.
Result<std::string> ReadSecretText(const std::string& path);

// Prepares the secret file of a restored ledger. Checks it if it exists; otherwise writes `carried`, the secret in the
// backup, if there is one. `sealed` is a key of the ledger that the secret has to decrypt. Returns whether there is a
// secret file now.
Result<bool> PrepareSecret(const std::string& path, const std::optional<std::string>& sealed,
                           const std::optional<std::string>& carried);

}  // namespace fairlead::service

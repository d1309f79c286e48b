#pragma once

#include <string>

#include "app/ports/catalogue_store.hpp"
#include "base/crypto/secrets.hpp"

namespace fairlead::app {

// The keys that all nodes share. They live in the ledger, wrapped by the secret that each node holds in a file.
struct ServiceKeys {
    Bytes32 address_key{};  // For the keyed hash of addresses.
    Bytes32 token_key{};    // Seals what must be read again: tokens of saved reports, secrets of one-time codes.
};

// The name under which the ledger keeps the wrapped key of addresses.
inline constexpr const char* kAddressKeySetting = "address_key";

// Loads the keys with the secret in the file at `secret_path`, 64 hexadecimal digits; what is missing of them is made
// on first use. Fails when the ledger's were wrapped by another secret, and then leaves no new file behind.
Result<ServiceKeys> LoadServiceKeys(CatalogueStore& store, const std::string& secret_path);

}  // namespace fairlead::app

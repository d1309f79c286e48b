#pragma once

#include <string>

#include "app/ports/catalogue_store.hpp"
#include "base/crypto/secrets.hpp"

namespace fairlead::app {

// The keys that all nodes share. The ledger stores them, wrapped with the secret that each node has in a file.
struct ServiceKeys {
    Bytes32 address_key{};  // Key of the hash of IP addresses.
    // Encrypts values that must be readable: tokens of saved reports and secrets of one-time codes.
    Bytes32 token_key{};
};

// The name under which the ledger stores the wrapped address key.
inline constexpr const char* kAddressKeySetting = "address_key";

// Loads the keys with the secret in the file at `secret_path` (64 hexadecimal digits). Creates missing keys on first
// use. Fails if the ledger's keys were wrapped with another secret, and then leaves no new file behind.
Result<ServiceKeys> LoadServiceKeys(CatalogueStore& store, const std::string& secret_path);

// Replaces the secret in the file and wraps the ledger's keys with the new one. The keys themselves stay, so everything
// that is encrypted or hashed with them stays readable. The new secret is on disk beside the file, with the suffix
// ".new", before the ledger is changed, and replaces the file after that. So one of the two files always has
// the right secret, and another call completes an interrupted rotation.
Status RotateSecret(CatalogueStore& store, const std::string& secret_path);

}  // namespace fairlead::app

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/ports/request_key.hpp"
#include "base/id/ids.hpp"
#include "base/time/time.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The Idempotency-Keys of requests, in the table `request_keys`. A key is stored in the same transaction as the changes
// of its request, under the operator's lock. So either both are stored or neither.

// What an earlier request with this key created or moved; nothing if the key is new. kKeyReused if the key was used for
// another request.
Result<std::optional<std::string>> FindRequestKey(Connection& connection, OperatorId owner, const app::RequestKey& key);

// The same. Stores a new key with `subject`. Without a key, returns nothing and stores nothing.
Result<std::optional<std::string>> UseRequestKey(Connection& connection, OperatorId owner,
                                                 const std::optional<app::RequestKey>& key, std::string_view subject,
                                                 Timestamp at);

}  // namespace fairlead::ledger

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/ports/request_key.hpp"
#include "base/id/ids.hpp"
#include "base/time/time.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The Idempotency-Keys of requests, in the table `request_keys`. A key is used in the transaction of what the request
// does, under the operator's lock, so it is used exactly if the rest is stored.

// What an earlier request with this key created or moved; nothing if the key is new. kKeyReused if the key was used for
// another request.
Result<std::optional<std::string>> FindRequestKey(Connection& connection, OperatorId owner, const app::RequestKey& key);

// The same. A new key is used for `subject`. Without a key, returns nothing and stores nothing.
Result<std::optional<std::string>> UseRequestKey(Connection& connection, OperatorId owner,
                                                 const std::optional<app::RequestKey>& key, std::string_view subject,
                                                 Timestamp at);

}  // namespace fairlead::ledger

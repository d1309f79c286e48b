#pragma once

#include "base/crypto/secrets.hpp"

namespace fairlead::app {

// The Idempotency-Key of a request, and the request it is for. Both are digests.
struct RequestKey {
    Bytes16 key{};      // Includes the operator.
    Bytes32 request{};  // Of method, path and body.
};

}  // namespace fairlead::app

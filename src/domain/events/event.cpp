#include "domain/events/event.hpp"

namespace fairlead::events {

KeyDigest DigestKey(OperatorId owner, std::string_view idempotency_key) {
    return Digester128().Add(owner.uuid.bytes).Add(idempotency_key).Finish();
}

}  // namespace fairlead::events

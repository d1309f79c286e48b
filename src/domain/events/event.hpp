#pragma once

#include <cstring>
#include <optional>
#include <string>

#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"
#include "base/time/time.hpp"
#include "domain/events/event_type.hpp"
#include "domain/money/money.hpp"

namespace fairlead::events {

// A player event from the operator's backend, validated and normalised. Missing optional texts are empty.
struct Event {
    EventType type = EventType::kRegistration;
    Timestamp time;
    BrandId brand;
    std::string player_ref;
    std::string idempotency_key;
    std::optional<Money> money;
    std::string click_id;
    std::string country;
    std::string product;
    std::string game;
    std::string user_agent;
    std::string ip_hash;          // A keyed hash in hexadecimal. The address itself is never stored.
    std::string unknown_members;  // Unknown members as one JSON object, sorted by name.

    bool operator==(const Event&) const = default;
};

// Finds an idempotency key. It includes the operator, so the same key of two operators gives different digests.
using KeyDigest = Bytes16;
KeyDigest DigestKey(OperatorId owner, std::string_view idempotency_key);

// The bits of a digest are evenly distributed, so any part of it is a good hash.
struct KeyDigestHash {
    std::size_t operator()(const KeyDigest& digest) const {
        std::size_t hash = 0;
        std::memcpy(&hash, digest.data(), sizeof(hash));
        return hash;
    }
};

}  // namespace fairlead::events

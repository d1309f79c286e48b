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

// A player event as the operator's backend sent it, checked and normalised. Optional texts are empty when absent.
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
    std::string ip_hash;          // Keyed hash in hexadecimal; the address itself is never kept.
    std::string unknown_members;  // Members we do not know, as one JSON object with its members in order of name.

    bool operator==(const Event&) const = default;
};

// What an idempotency key is looked up by: it covers the operator, so the same key of two operators never meets.
using KeyDigest = Bytes16;
KeyDigest DigestKey(OperatorId owner, std::string_view idempotency_key);

// A digest is already spread: any part of it is a hash.
struct KeyDigestHash {
    std::size_t operator()(const KeyDigest& digest) const {
        std::size_t hash = 0;
        std::memcpy(&hash, digest.data(), sizeof(hash));
        return hash;
    }
};

}  // namespace fairlead::events

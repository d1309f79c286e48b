#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/errors.hpp"
#include "domain/events/event.hpp"
#include "domain/events/near_miss.hpp"

namespace fairlead::events {

// A member as it was sent. The text is valid as long as the request. A null counts as absent.
struct Member {
    enum class Kind : std::uint8_t { kAbsent, kString, kNumber, kOther };
    Kind kind = Kind::kAbsent;
    std::string_view text;
};

// A member of our event, and the place of its value in the event of another system.
struct MemberOrigin {
    std::string pointer;
    std::string origin;
};

// A parsed event that is not validated yet.
struct EventDraft {
    Member event_type;
    Member event_time;
    Member brand_id;
    Member player_external_ref;
    Member idempotency_key;
    Member currency;
    Member amount;
    Member click_id;
    Member country;
    Member product;
    Member game;
    Member ip;
    Member user_agent;
    std::string unknown_members;  // See Event::unknown_members.
    std::vector<NearMiss> near_misses;
    Errors errors;  // Errors in the JSON itself: duplicate members, nesting too deep.

    // Of an event that was translated from another system's.
    std::vector<MemberOrigin> origins;
    bool untranslated = false;  // Only `errors` say what is wrong. The members are incomplete.
    bool ignored = false;       // It means nothing to us, and is not stored.
};

// The brands of an operator, each with the greatest age of its events in years.
using BrandEventYears = std::unordered_map<BrandId, int>;

// What Validate needs to know about the operator.
struct EventPolicy {
    const BrandEventYears& brands;
    const std::vector<Currency>& declared_currencies;
    const Bytes32& address_key;  // For the keyed hash that replaces `ip`.
    Timestamp now;
};

inline constexpr std::int64_t kFutureMicrosMax = kMicrosPerDay;
inline constexpr std::size_t kTextLengthMax = 255;
inline constexpr std::size_t kUserAgentLengthMax = 2048;

// Checks the draft against every rule and fills `event`. Returns all errors with their pointers. If there are any,
// `event` still has the members that could be read, to compare it with an earlier event of its key.
Errors Validate(const EventDraft& draft, const EventPolicy& policy, Event& event);

// The message for a text that is not the name of an event type. It lists the names.
std::string MustBeEventType();

// The keyed hash of a client's address, which the ledger stores instead of the address: as bytes and as text.
Bytes16 DigestAddress(std::string_view canonical_address, const Bytes32& address_key);
std::string HashAddress(std::string_view canonical_address, const Bytes32& address_key);

}  // namespace fairlead::events

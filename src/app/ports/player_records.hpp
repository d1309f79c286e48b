#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/ports/answers.hpp"
#include "domain/attribution/decision_bytes.hpp"
#include "domain/events/event_type.hpp"

namespace fairlead::app {

// Players in lists, and the queries for them.

// One decision about who brought a player.
struct AttributionRecord {
    std::int64_t number = 0;
    Timestamp decided_at;
    attribution::Method method = attribution::Method::kOrganic;
    std::optional<ClickId> click;
    std::optional<AffiliateId> affiliate;
    std::optional<LinkId> link;
    std::string actor;                  // If decided by hand.
    std::string reason;                 // If decided by hand.
    attribution::KeptDecision weighed;  // If decided at the registration.
};

// The number of a player's events of one type, and their sums by currency.
struct EventTotals {
    std::int64_t count = 0;
    std::map<Currency, Decimal> amounts;
};

struct PlayerRecord {
    PlayerId id;
    std::string external_ref;
    BrandId brand;
    std::optional<Timestamp> registered_at;
    std::string country;
    std::optional<AttributionRecord> attribution;  // The current one; nothing before the registration.
    std::map<events::EventType, EventTotals> totals;
};

// The numbers of the aliases with the same first digits (app/portal/player_alias.hpp).
struct AliasRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;

    bool operator==(const AliasRange&) const = default;
};

struct PlayerQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<PlayerId> after;  // The cursor. The newest players come first.
    std::optional<PlayerId> player;
    std::optional<std::string> external_ref;
    std::optional<AffiliateId> affiliate;
    std::optional<BrandId> brand;
    // The start of the reference, ignoring the case of ASCII letters. Cannot be combined with `player` or
    // `external_ref`. The list is then ordered by reference, after the players that match `alias`.
    std::optional<std::string> search;
    std::optional<AliasRange> alias;
};
using PlayerPage = Page<PlayerRecord, PlayerId>;

// All decisions about one player, the oldest first.
struct PlayerHistory {
    PlayerRecord player;
    std::vector<AttributionRecord> decisions;
};

}  // namespace fairlead::app

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/ports/answers.hpp"
#include "domain/attribution/decision_bytes.hpp"
#include "domain/events/event_type.hpp"

namespace fairlead::app {

// Players as they are listed, and the questions for them.

// Who brought a player, as it was decided once.
struct AttributionRecord {
    std::int64_t number = 0;
    Timestamp decided_at;
    attribution::Method method = attribution::Method::kOrganic;
    std::optional<ClickId> click;
    std::optional<AffiliateId> affiliate;
    std::optional<LinkId> link;
    std::string actor;                  // Of a decision by hand.
    std::string reason;                 // Likewise.
    attribution::KeptDecision weighed;  // Of a decision at the registration.
};

// How often events of one type happened to a player, and what they sum up to in each currency.
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
    std::optional<AttributionRecord> attribution;  // The one in force; nothing before the registration.
    std::map<events::EventType, EventTotals> totals;
};

struct PlayerQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<PlayerId> after;  // The cursor; the newest come first.
    std::optional<PlayerId> player;
    std::optional<std::string> external_ref;
    std::optional<AffiliateId> affiliate;
    std::optional<BrandId> brand;
    // The beginning of the reference, whatever the case of ASCII letters. Not together with `player` or `external_ref`;
    // the list is then in the order of the references, behind the players that some affiliate knows by `alias`.
    std::optional<std::string> search;
    std::optional<std::uint32_t> alias;
};
using PlayerPage = Page<PlayerRecord, PlayerId>;

// Every decision about one player, the first one first.
struct PlayerHistory {
    PlayerRecord player;
    std::vector<AttributionRecord> decisions;
};

}  // namespace fairlead::app

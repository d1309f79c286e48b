#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "domain/attribution/decision_bytes.hpp"
#include "domain/commission/dated_rate.hpp"
#include "domain/events/event.hpp"
#include "domain/tracking/click.hpp"

namespace fairlead::app {

// Questions about the record, and the answers. Lists come in pages: `more_after` is what to ask for next, and a page
// may have fewer entries than asked for, even none, while there are more.

template <class Item, class Cursor>
struct Page {
    std::vector<Item> items;
    std::optional<Cursor> more_after;
};

template <class Answer>
using AnswerDone = std::move_only_function<void(Result<Answer>)>;

// The time of an entry, both ends included.
struct TimeRange {
    std::optional<Timestamp> from;
    std::optional<Timestamp> to;

    bool Contains(Timestamp time) const { return (!from || time >= *from) && (!to || time <= *to); }
};

struct EventRecord {
    std::int64_t seq = 0;
    EventId id;
    Timestamp recorded_at;
    PlayerId player;
    events::Event event;
    std::optional<AffiliateId> affiliate;  // Whose the player is today.
    std::optional<LinkId> link;
};

struct EventQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<std::int64_t> before_seq;  // The cursor; the newest come first.
    std::optional<std::string> idempotency_key;
    std::optional<PlayerId> player;
    std::optional<AffiliateId> affiliate;
    std::optional<LinkId> link;
    std::optional<BrandId> brand;
    std::optional<events::EventType> type;
    TimeRange event_time;
};
using EventPage = Page<EventRecord, std::int64_t>;

struct ClickQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<ClickId> before;  // The cursor; the newest come first.
    std::optional<ClickId> click;
    std::optional<LinkId> link;
    std::optional<AffiliateId> affiliate;
    std::optional<BrandId> brand;
    std::optional<bool> counted;
    TimeRange time;
};
using ClickPage = Page<tracking::Click, ClickId>;

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

// The place of a rate in the list: the newest days come first, the pairs of a day by their codes.
struct RatePlace {
    Date date;
    Currency from;
    Currency to;

    bool operator==(const RatePlace&) const = default;
};

struct RateQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<RatePlace> after;  // The cursor.
    std::optional<Date> date;
    std::optional<Currency> from;
    std::optional<Currency> to;
};
using RatePage = Page<commission::DatedRate, RatePlace>;

// A player given to another affiliate by hand.
struct Reassignment {
    OperatorId owner;
    PlayerId player;
    tracking::Origin origin;
    std::string actor;
    std::string reason;
};

}  // namespace fairlead::app

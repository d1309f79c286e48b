#pragma once

#include <span>
#include <vector>

#include "domain/commission/engine.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// How held accruals lie in their table. The player's state and the event are read where they are needed.
struct HeldRow {
    std::int64_t number = 0;
    Timestamp held_at;
    AffiliateId affiliate;
    PlayerId player;
    std::int64_t event_seq = 0;
    DealId deal;
    std::int32_t version = 1;
    commission::Component component = commission::Component::kCpa;
    Period period;
    bool late = false;
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
    Timestamp event_time;
    std::optional<std::int64_t> source;
};

Status InsertHeld(Connection& connection, OperatorId owner, Timestamp held_at, std::span<const commission::Held> held);
Status DeleteHeld(Connection& connection, OperatorId owner, std::span<const std::int64_t> numbers);
Status DeleteHeldOf(Connection& connection, OperatorId owner, PlayerId player);

struct CurrencyPair {
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
};
// The pairs that something waits for.
Result<std::vector<CurrencyPair>> ReadHeldPairs(Connection& connection, OperatorId owner);
// What waits for a pair and happened at or after a time, in the order in which it was held, after a number.
Result<std::vector<HeldRow>> ReadHeldOfPair(Connection& connection, OperatorId owner, const CurrencyPair& pair,
                                            Timestamp from, std::int64_t after, std::int64_t limit);

// In the order in which they were held.
Result<std::vector<HeldRow>> ReadHeld(Connection& connection, OperatorId owner, std::int64_t after, std::int64_t limit);

}  // namespace fairlead::ledger

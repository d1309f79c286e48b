#pragma once

#include <span>
#include <vector>

#include "domain/commission/engine.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// A row of the table `held_accruals`: an accrual that waits for an exchange rate. It does not contain the player's
// state or the event; callers read these when they need them.
struct UnpricedRow {
    std::int64_t number = 0;
    Timestamp since;
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
    // For a parent's share: its percentage. Nothing in rows of earlier releases, which had one level.
    std::optional<Decimal> percent = {};
    // For a parent's share of what a statement carries over or waives: that amount. It has no source, player and event.
    std::optional<Decimal> followed = {};

    // Whether it has a player and an event.
    bool HasEvent() const { return event_seq != 0; }
};

// What a parent gets of the sub-affiliate's commission. 0 if it is not a parent's share.
Decimal PercentOf(const UnpricedRow& row, const commission::Plan& plan);

// A query of unpriced accruals must select these columns first, for ReadUnpricedRow.
inline constexpr SqlText kUnpricedColumns(
    "number, held_at, affiliate_id, player_id, event_seq, deal_id, deal_version, component, period, late,"
    " from_currency, to_currency, event_time, source, percent, followed");
UnpricedRow ReadUnpricedRow(const ResultRows& rows, std::size_t i);

Status InsertUnpriced(Connection& connection, OperatorId owner, Timestamp since,
                      std::span<const commission::UnpricedAccrual> unpriced);
Status DeleteUnpriced(Connection& connection, OperatorId owner, std::span<const std::int64_t> numbers);
// Deletes the parents' shares of an accrual.
Status DeleteUnpricedSharesOf(Connection& connection, OperatorId owner, std::int64_t accrual);

// The unpriced accruals of a player, including those of parents, ordered by number.
Result<std::vector<UnpricedRow>> ReadUnpricedOfPlayer(Connection& connection, OperatorId owner, PlayerId player);

struct CurrencyPair {
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
};
// The currency pairs that unpriced accruals wait for.
Result<std::vector<CurrencyPair>> ReadUnpricedPairs(Connection& connection, OperatorId owner);
// The accruals that wait for a pair, with an event at or after `from` and a number above `after`, ordered by number.
Result<std::vector<UnpricedRow>> ReadUnpricedOfPair(Connection& connection, OperatorId owner, const CurrencyPair& pair,
                                                    Timestamp from, std::int64_t after, std::int64_t limit);

// The unpriced accruals with a number above `after`, ordered by number.
Result<std::vector<UnpricedRow>> ReadUnpricedRows(Connection& connection, OperatorId owner, std::int64_t after,
                                                  std::int64_t limit);

}  // namespace fairlead::ledger

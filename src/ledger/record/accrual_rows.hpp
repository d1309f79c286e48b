#pragma once

#include <span>
#include <vector>

#include "domain/accruals/accrual.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// Reads and writes the table `accruals`.

Status InsertAccruals(Connection& connection, OperatorId owner, Timestamp recorded_at,
                      std::span<const commission::Accrual> accruals);

struct ReadAccrualRow {
    commission::Accrual accrual;
    Timestamp recorded_at;
    bool readable = true;  // False if the stored input of the decision is damaged.
};

// A query of accruals must select these columns first, from `accruals a`, for ReadAccrualColumns.
inline constexpr SqlText kAccrualTableColumns(
    "number, recorded_at, affiliate_id, player_id, brand_id, event_seq, deal_id, deal_version, component, reason,"
    " period, event_time, payable_from, late, amount, currency, base, rate, source, reverses, seen");
inline constexpr auto kAccrualColumns = Qualified("a", kAccrualTableColumns);
ReadAccrualRow ReadAccrualColumns(const ResultRows& rows, std::size_t row);

// Adds the terms under which the index finds an accrual: its affiliate if the accrual is shown, its player if the event
// that caused it belongs to another player, and for a parent's share without a player and an event the accrual that it
// is a share of.
void AddPostingsOf(OperatorId owner, const commission::Accrual& accrual, bool of_other_player,
                   std::vector<Posting>& postings);

// The accruals caused by these events, or with these numbers, ordered by number.
Result<std::vector<ReadAccrualRow>> ReadAccrualsOfEvents(Connection& connection, OperatorId owner,
                                                         std::span<const std::int64_t> event_seqs);
Result<std::vector<ReadAccrualRow>> ReadAccrualsByNumber(Connection& connection, OperatorId owner,
                                                         std::span<const std::int64_t> numbers);

// All accruals of a player, including the parents' shares. `event_seqs` are the numbers of the player's events.
Result<std::vector<ReadAccrualRow>> ReadAccrualsOfPlayer(Connection& connection, LedgerIndex& index, OperatorId owner,
                                                         PlayerId player, std::span<const std::int64_t> event_seqs);

// The parents' shares of an accrual that has neither a player nor an event, and the reversals of such shares by hand.
Result<std::vector<ReadAccrualRow>> ReadSharesOf(Connection& connection, LedgerIndex& index, OperatorId owner,
                                                 std::int64_t accrual);

}  // namespace fairlead::ledger

#pragma once

#include <span>
#include <vector>

#include "domain/commission/accrual.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// How accruals lie in their table, both ways.

Status InsertAccruals(Connection& connection, OperatorId owner, Timestamp recorded_at,
                      std::span<const commission::Accrual> accruals);

struct ReadAccrualRow {
    commission::Accrual accrual;
    Timestamp recorded_at;
    bool readable = true;  // False where what the decision saw is damaged.
};

// What a query of accruals must select, from `accruals a`, for ReadAccrualColumns.
#define FAIRLEAD_ACCRUAL_COLUMNS                                                                                    \
    "a.number, a.recorded_at, a.affiliate_id, a.player_id, a.brand_id, a.event_seq, a.deal_id, a.deal_version,"     \
    " a.component, a.reason, a.period, a.event_time, a.payable_from, a.late, a.amount, a.currency, a.base, a.rate," \
    " a.source, a.reverses, a.seen"
inline constexpr std::size_t kAccrualColumns = 21;
ReadAccrualRow ReadAccrualColumns(const ResultRows& rows, std::size_t row);

// Where the index finds an accrual: by its affiliate if anybody may see it, and by its player where the event that
// caused it is another player's.
void AddPostingsOf(OperatorId owner, const commission::Accrual& accrual, bool of_other_player,
                   std::vector<Posting>& postings);

// Those that name one of these events, and those with these numbers; in the order of their numbers.
Result<std::vector<ReadAccrualRow>> ReadAccrualsOfEvents(Connection& connection, OperatorId owner,
                                                         std::span<const std::int64_t> event_seqs);
Result<std::vector<ReadAccrualRow>> ReadAccrualsByNumber(Connection& connection, OperatorId owner,
                                                         std::span<const std::int64_t> numbers);

// All of a player, and of parents for it; `event_seqs` are the numbers of its events.
Result<std::vector<ReadAccrualRow>> ReadAccrualsOfPlayer(Connection& connection, LedgerIndex& index, OperatorId owner,
                                                         PlayerId player, std::span<const std::int64_t> event_seqs);

}  // namespace fairlead::ledger

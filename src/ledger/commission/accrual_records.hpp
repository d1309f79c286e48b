#pragma once

#include "app/ports/commission_queries.hpp"
#include "ledger/commission/accrual_rows.hpp"

namespace fairlead::ledger {

// Accruals as the management API shows them, from the tables `accruals`, `held_accruals` and `events`. The ids of the
// accruals that they name are for the caller to find.

// What a query must select for ReadAccrualRecord.
#define FAIRLEAD_ACCRUAL_RECORDS       \
    "SELECT " FAIRLEAD_ACCRUAL_COLUMNS \
    ", e.event_id FROM accruals a LEFT JOIN events e ON e.operator_id = a.operator_id AND e.seq = a.event_seq "
app::AccrualRecord ReadAccrualRecord(OperatorId owner, const ResultRows& rows, std::size_t row);

// Likewise of what waits for a rate.
#define FAIRLEAD_HELD_RECORDS                                                                                      \
    "SELECT h.number, h.held_at, h.affiliate_id, h.player_id, e.brand_id, h.event_seq, h.deal_id, h.deal_version," \
    " h.component, h.period, e.event_time, h.late, h.from_currency, h.to_currency, h.source, e.event_id"           \
    " FROM held_accruals h JOIN events e ON e.operator_id = h.operator_id AND e.seq = h.event_seq "
app::AccrualRecord ReadHeldRecord(OperatorId owner, const ResultRows& rows, std::size_t row);

}  // namespace fairlead::ledger

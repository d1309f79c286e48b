#pragma once

#include <span>

#include "app/ports/accrual_records.hpp"
#include "ledger/record/accrual_rows.hpp"

namespace fairlead::ledger {

// Accruals as the management API shows them, from the tables `accruals` and `held_accruals`, each read by itself: a
// join with the events would be for the database to plan, and it plans badly what it has not counted yet.

// What a query must select for ReadAccrualRecord.
#define FAIRLEAD_ACCRUAL_RECORDS "SELECT " FAIRLEAD_ACCRUAL_COLUMNS " FROM accruals a "
app::AccrualRecord ReadAccrualRecord(OperatorId owner, const ResultRows& rows, std::size_t row);

// Likewise of what waits for a rate; the brand is for NameEvents to find.
#define FAIRLEAD_HELD_RECORDS                                                                               \
    "SELECT number, held_at, affiliate_id, player_id, event_seq, deal_id, deal_version, component, period," \
    " event_time, late, from_currency, to_currency, source FROM held_accruals "
app::AccrualRecord ReadHeldRecord(OperatorId owner, const ResultRows& rows, std::size_t row);

// Fills in the ids of the events that these follow from, and the brands that are not known yet.
Status NameEvents(Connection& connection, OperatorId owner, std::span<app::AccrualRecord> records);
// Fills in the ids of the accruals that these name.
Status NameOthers(Connection& connection, OperatorId owner, std::span<app::AccrualRecord> records);

}  // namespace fairlead::ledger

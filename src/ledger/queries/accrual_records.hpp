#pragma once

#include <span>

#include "app/ports/accrual_records.hpp"
#include "ledger/record/accrual_rows.hpp"
#include "ledger/record/unpriced_rows.hpp"

namespace fairlead::ledger {

// Accruals as the management API shows them, from the tables `accruals` and `held_accruals`. Events are read by
// separate queries, because the database plans a join badly before it has collected statistics.

// The beginning of a query for ReadAccrualRecord.
inline constexpr auto kSelectAccruals = "SELECT " + kAccrualColumns + " FROM accruals a WHERE a.operator_id = $1";
app::AccrualRecord ReadAccrualRecord(OperatorId owner, const ResultRows& rows, std::size_t row);

// The same for accruals that wait for an exchange rate. NameEvents fills in their brands.
inline constexpr auto kSelectUnpricedAccruals =
    "SELECT " + kUnpricedColumns + " FROM held_accruals WHERE operator_id = $1";
app::AccrualRecord ReadUnpricedRecord(OperatorId owner, const ResultRows& rows, std::size_t row);

// Fills in the ids of the events that caused these accruals, and missing brands.
Status NameEvents(Connection& connection, OperatorId owner, std::span<app::AccrualRecord> records);
// Fills in the ids of the accruals that these refer to.
Status NameOthers(Connection& connection, OperatorId owner, std::span<app::AccrualRecord> records);

}  // namespace fairlead::ledger

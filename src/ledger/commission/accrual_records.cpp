#include "ledger/commission/accrual_records.hpp"

#include "ledger/catalogue/columns.hpp"

namespace fairlead::ledger {

using app::AccrualRecord;
using commission::Accrual;

namespace {

Currency CurrencyAt(const ResultRows& rows, std::size_t row, std::size_t column) {
    const auto currency = Currency::Parse(rows.Text(row, column));
    FAIRLEAD_ASSERT(currency);
    return *currency;
}

}  // namespace

AccrualRecord ReadAccrualRecord(OperatorId owner, const ResultRows& rows, std::size_t row) {
    // What a decision saw is left out where it cannot be read; `verify` is what finds damage.
    ReadAccrualRow read = ReadAccrualColumns(rows, row);
    AccrualRecord record;
    record.id = commission::AccrualIdOf(owner, read.accrual.number, read.recorded_at);
    record.recorded_at = read.recorded_at;
    record.accrual = std::move(read.accrual);
    record.event = ReadId<EventId>(rows, row, kAccrualColumns);
    return record;
}

AccrualRecord ReadHeldRecord(OperatorId owner, const ResultRows& rows, std::size_t row) {
    AccrualRecord record;
    Accrual& accrual = record.accrual;
    record.status = app::AccrualStatus::kUnpriced;
    accrual.number = app::kHeldNumberFrom + rows.Integer(row, 0);
    record.recorded_at = rows.Time(row, 1);
    accrual.affiliate = rows.Identifier<AffiliateId>(row, 2);
    accrual.player = rows.Identifier<PlayerId>(row, 3);
    accrual.brand = rows.Identifier<BrandId>(row, 4);
    accrual.event_seq = rows.Integer(row, 5);
    accrual.deal = rows.Identifier<DealId>(row, 6);
    accrual.version = static_cast<std::int32_t>(rows.Integer(row, 7));
    accrual.component = FromName<commission::Component>(commission::kComponentNames, rows.Text(row, 8));
    accrual.period = {static_cast<std::int32_t>(rows.Integer(row, 9))};
    accrual.event_time = rows.Time(row, 10);
    accrual.late = rows.Integer(row, 11) != 0;
    record.waits_from = CurrencyAt(rows, row, 12);
    accrual.amount = {Decimal(), CurrencyAt(rows, row, 13)};
    if (!rows.IsNull(row, 14)) accrual.source = rows.Integer(row, 14);
    record.event = rows.Identifier<EventId>(row, 15);
    record.id = commission::AccrualIdOf(owner, accrual.number, record.recorded_at);
    return record;
}

}  // namespace fairlead::ledger

#include "ledger/queries/accrual_records.hpp"

#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {

using app::AccrualRecord;
using commission::Accrual;

namespace {

constexpr Sql kEvent("SELECT event_id, brand_id FROM events WHERE operator_id = $1 AND seq = $2");
constexpr Sql kTimeOf("SELECT number, recorded_at FROM accruals WHERE operator_id = $1 AND number = $2");

Currency CurrencyAt(const ResultRows& rows, std::size_t row, std::size_t column) {
    const auto currency = Currency::Parse(rows.Text(row, column));
    CheckReadable(currency.has_value(), "a currency");
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
    accrual.event_seq = rows.Integer(row, 4);
    accrual.deal = rows.Identifier<DealId>(row, 5);
    accrual.version = static_cast<std::int32_t>(rows.Integer(row, 6));
    accrual.component = FromName<commission::Component>(commission::kComponentNames, rows.Text(row, 7));
    accrual.period = {static_cast<std::int32_t>(rows.Integer(row, 8))};
    accrual.event_time = rows.Time(row, 9);
    accrual.late = rows.Integer(row, 10) != 0;
    record.waits_from = CurrencyAt(rows, row, 11);
    accrual.amount = {Decimal(), CurrencyAt(rows, row, 12)};
    if (!rows.IsNull(row, 13)) accrual.source = rows.Integer(row, 13);
    record.id = commission::AccrualIdOf(owner, accrual.number, record.recorded_at);
    return record;
}

Status NameEvents(Connection& connection, OperatorId owner, std::span<AccrualRecord> records) {
    ParameterRows parameters(2);
    std::vector<AccrualRecord*> named;
    for (AccrualRecord& record : records) {
        if (!record.accrual.event_seq) continue;
        parameters.Add({Value::Of(owner), Value::Of(*record.accrual.event_seq)});
        named.push_back(&record);
    }
    if (parameters.empty()) return {};
    const auto rows = TRY(connection.QueryEach(kEvent, parameters));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        AccrualRecord& record = *named[rows.SourceOf(i)];
        record.event = rows.Identifier<EventId>(i, 0);
        if (!record.accrual.brand) record.accrual.brand = rows.Identifier<BrandId>(i, 1);
    }
    return {};
}

Status NameOthers(Connection& connection, OperatorId owner, std::span<AccrualRecord> records) {
    ParameterRows parameters(2);
    std::vector<std::optional<AccrualId>*> named;
    const auto name = [&](const std::optional<std::int64_t>& number, std::optional<AccrualId>& id) {
        if (!number) return;
        parameters.Add({Value::Of(owner), Value::Of(*number)});
        named.push_back(&id);
    };
    for (AccrualRecord& record : records) {
        name(record.accrual.source, record.source);
        name(record.accrual.reverses, record.reverses);
    }
    if (parameters.empty()) return {};
    const auto rows = TRY(connection.QueryEach(kTimeOf, parameters));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        *named[rows.SourceOf(i)] = commission::AccrualIdOf(owner, rows.Integer(i, 0), rows.Time(i, 1));
    }
    return {};
}

}  // namespace fairlead::ledger

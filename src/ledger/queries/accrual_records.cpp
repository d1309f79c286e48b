#include "ledger/queries/accrual_records.hpp"

namespace fairlead::ledger {

using app::AccrualRecord;
using commission::Accrual;

namespace {

constexpr Sql kEvent("SELECT event_id, brand_id FROM events WHERE operator_id = $1 AND seq = $2");
constexpr Sql kTimeOf("SELECT number, recorded_at FROM accruals WHERE operator_id = $1 AND number = $2");

}  // namespace

AccrualRecord ReadAccrualRecord(OperatorId owner, const ResultRows& rows, std::size_t row) {
    // If the stored input of a decision is damaged, the record lacks it. `verify` finds such damage.
    ReadAccrualRow read = ReadAccrualColumns(rows, row);
    AccrualRecord record;
    record.id = commission::AccrualIdOf(owner, read.accrual.number, read.recorded_at);
    record.recorded_at = read.recorded_at;
    record.accrual = std::move(read.accrual);
    return record;
}

AccrualRecord ReadUnpricedRecord(OperatorId owner, const ResultRows& rows, std::size_t row) {
    const UnpricedRow unpriced = ReadUnpricedRow(rows, row);
    AccrualRecord record;
    Accrual& accrual = record.accrual;
    record.status = app::AccrualStatus::kUnpriced;
    record.recorded_at = unpriced.since;
    record.waits_from = unpriced.from;
    accrual.number = app::kUnpricedNumberFrom + unpriced.number;
    accrual.affiliate = unpriced.affiliate;
    accrual.player = unpriced.player;
    accrual.event_seq = unpriced.event_seq;
    accrual.deal = unpriced.deal;
    accrual.version = unpriced.version;
    accrual.component = unpriced.component;
    accrual.period = unpriced.period;
    accrual.event_time = unpriced.event_time;
    accrual.late = unpriced.late;
    accrual.amount = {Decimal(), unpriced.to};
    accrual.source = unpriced.source;
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
        record.event = rows.Identifier<EventId>(i, kEvent["event_id"]);
        if (!record.accrual.brand) record.accrual.brand = rows.Identifier<BrandId>(i, kEvent["brand_id"]);
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
        *named[rows.SourceOf(i)] =
            commission::AccrualIdOf(owner, rows.Integer(i, kTimeOf["number"]), rows.Time(i, kTimeOf["recorded_at"]));
    }
    return {};
}

}  // namespace fairlead::ledger

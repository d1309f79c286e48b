#include "ledger/record/event_rows.hpp"

#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

constexpr auto kInsertedEventColumns = "operator_id, " + kEventTableColumns;
constexpr ComposedSql kInsertEvent(InsertInto("events", kInsertedEventColumns));
constexpr ComposedSql kSelectEvents(
    "SELECT " + kEventColumns +
    " FROM events e JOIN players p ON p.operator_id = e.operator_id AND p.player_id = e.player_id"
    " WHERE e.operator_id = $1 AND e.seq = $2");

events::StoredEvent ReadEvent(const ResultRows& rows, std::size_t row) {
    const auto type = events::ParseEventType(rows.Text(row, kEventColumns["event_type"]));
    CheckReadable(type.has_value(), "the type of an event");
    return {.id = rows.Identifier<EventId>(row, kEventColumns["event_id"]),
            .event = {.type = *type,
                      .time = rows.Time(row, kEventColumns["event_time"]),
                      .brand = rows.Identifier<BrandId>(row, kEventColumns["brand_id"]),
                      .player_ref = rows.String(row, kEventColumns["external_ref"]),
                      .idempotency_key = rows.String(row, kEventColumns["idempotency_key"]),
                      .money = ReadMoney(rows, row, kEventColumns["amount"], kEventColumns["currency"]),
                      .click_id = rows.String(row, kEventColumns["click_id"]),
                      .country = rows.String(row, kEventColumns["country"]),
                      .product = rows.String(row, kEventColumns["product"]),
                      .game = rows.String(row, kEventColumns["game"]),
                      .user_agent = rows.String(row, kEventColumns["user_agent"]),
                      .ip_hash = rows.String(row, kEventColumns["ip_hash"]),
                      .unknown_members = rows.String(row, kEventColumns["unknown_members"])}};
}

}  // namespace

Decimal ReadStoredDecimal(const ResultRows& rows, std::size_t row, Column column) {
    const auto amount = Decimal::Parse(rows.Text(row, column), Decimal::kSumDigitsMax);
    CheckReadable(amount.has_value(), "an amount");
    return *amount;
}

std::optional<Money> ReadMoney(const ResultRows& rows, std::size_t row, Column amount, Column currency) {
    if (rows.IsNull(row, amount)) return std::nullopt;
    const auto parsed_amount = Decimal::Parse(rows.Text(row, amount));
    const auto parsed_currency = Currency::Parse(rows.Text(row, currency));
    CheckReadable(parsed_amount && parsed_currency, "the amount of an event");
    return Money{*parsed_amount, *parsed_currency};
}

Status InsertEvents(Connection& connection, OperatorId owner, Timestamp recorded_at, std::span<const EventRow> rows) {
    ParameterRows parameters(kInsertedEventColumns.column_count());
    parameters.Reserve(rows.size());
    for (const EventRow& row : rows) {
        const events::Event& event = *row.event;
        const Value amount =
            event.money ? Value::DecimalText(parameters.Keep(event.money->amount.ToString())) : Value::Null();
        const Value currency = event.money ? Value::Of(event.money->currency.code()) : Value::Null();
        const Value delta =
            row.ngr_delta ? Value::DecimalText(parameters.Keep(row.ngr_delta->ToString())) : Value::Null();
        parameters.Add({Value::Of(owner), Value::Of(row.seq), Value::Of(row.id), Value::Of(Name(event.type)),
                        Value::Of(event.time), Value::Of(recorded_at), Value::Of(event.brand), Value::Of(row.player),
                        Value::Of(std::string_view(event.idempotency_key)), amount, currency,
                        Value::TextOrNull(event.click_id), Value::TextOrNull(event.country),
                        Value::TextOrNull(event.product), Value::TextOrNull(event.game),
                        Value::TextOrNull(event.user_agent), Value::TextOrNull(event.ip_hash),
                        Value::TextOrNull(event.unknown_members), delta});
    }
    return connection.RunEach(kInsertEvent, parameters);
}

ReadEventRow ReadEventColumns(const ResultRows& rows, std::size_t row) {
    ReadEventRow read{.seq = rows.Integer(row, kEventColumns["seq"]),
                      .recorded_at = rows.Time(row, kEventColumns["recorded_at"]),
                      .player = rows.Identifier<PlayerId>(row, kEventColumns["player_id"]),
                      .stored = ReadEvent(rows, row),
                      .ngr_delta = std::nullopt};
    if (!rows.IsNull(row, kEventColumns["ngr_delta"]))
        read.ngr_delta = ReadStoredDecimal(rows, row, kEventColumns["ngr_delta"]);
    return read;
}

Result<std::vector<ReadEventRow>> ReadEvents(Connection& connection, OperatorId owner,
                                             std::span<const std::int64_t> seqs) {
    ParameterRows parameters(2);
    for (const std::int64_t seq : seqs) parameters.Add({Value::Of(owner), Value::Of(seq)});
    const auto rows = TRY(connection.QueryEach(kSelectEvents, parameters));
    std::vector<ReadEventRow> found;
    found.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) found.push_back(ReadEventColumns(rows, i));
    return found;
}

}  // namespace fairlead::ledger

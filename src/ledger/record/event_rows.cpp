#include "ledger/record/event_rows.hpp"

#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kInsertEvent(
    "INSERT INTO events (operator_id, seq, event_id, event_type, event_time, recorded_at, brand_id, player_id,"
    " idempotency_key, amount, currency, click_id, country, product, game, user_agent, ip_hash, unknown_members, "
    "ngr_delta)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)");
constexpr std::size_t kInsertedEventColumns = 19;

constexpr Sql kSelectEvents(
    "SELECT " FAIRLEAD_EVENT_COLUMNS
    " FROM events e JOIN players p ON p.operator_id = e.operator_id AND p.player_id = e.player_id"
    " WHERE e.operator_id = $1 AND e.seq = $2");

events::StoredEvent ReadEvent(const ResultRows& rows, std::size_t row) {
    const auto type = events::ParseEventType(rows.Text(row, 1));
    CheckReadable(type.has_value(), "the type of an event");
    return {.id = rows.Identifier<EventId>(row, 0),
            .event = {.type = *type,
                      .time = rows.Time(row, 2),
                      .brand = rows.Identifier<BrandId>(row, 3),
                      .player_ref = rows.String(row, 4),
                      .idempotency_key = rows.String(row, 5),
                      .money = ReadMoney(rows, row, 6),
                      .click_id = rows.String(row, 8),
                      .country = rows.String(row, 9),
                      .product = rows.String(row, 10),
                      .game = rows.String(row, 11),
                      .user_agent = rows.String(row, 12),
                      .ip_hash = rows.String(row, 13),
                      .unknown_members = rows.String(row, 14)}};
}

}  // namespace

Decimal ReadStoredDecimal(const ResultRows& rows, std::size_t row, std::size_t column) {
    const auto amount = Decimal::Parse(rows.Text(row, column), Decimal::kSumDigitsMax);
    CheckReadable(amount.has_value(), "an amount");
    return *amount;
}

std::optional<Money> ReadMoney(const ResultRows& rows, std::size_t row, std::size_t amount_column) {
    if (rows.IsNull(row, amount_column)) return std::nullopt;
    const auto amount = Decimal::Parse(rows.Text(row, amount_column));
    const auto currency = Currency::Parse(rows.Text(row, amount_column + 1));
    CheckReadable(amount && currency, "the amount of an event");
    return Money{*amount, *currency};
}

Status InsertEvents(Connection& connection, OperatorId owner, Timestamp recorded_at, std::span<const EventRow> rows) {
    ParameterRows parameters(kInsertedEventColumns);
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
    ReadEventRow read{.seq = rows.Integer(row, 15),
                      .recorded_at = rows.Time(row, 16),
                      .player = rows.Identifier<PlayerId>(row, 17),
                      .stored = ReadEvent(rows, row),
                      .ngr_delta = std::nullopt};
    if (!rows.IsNull(row, 18)) read.ngr_delta = ReadStoredDecimal(rows, row, 18);
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

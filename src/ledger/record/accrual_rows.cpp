#include "ledger/record/accrual_rows.hpp"

#include <algorithm>

#include "domain/tracking/terms.hpp"
#include "ledger/engine/all_numbers.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using commission::Accrual;

constexpr auto kInsertedAccrualColumns = "operator_id, " + kAccrualTableColumns;
constexpr ComposedSql kInsertAccrual(InsertInto("accruals", kInsertedAccrualColumns));
// Selects only numbers, so that the database reads only the index.
constexpr Sql kOfEvent("SELECT number FROM accruals WHERE operator_id = $1 AND event_seq = $2 ORDER BY number");
constexpr ComposedSql kByNumber("SELECT " + kAccrualColumns +
                                " FROM accruals a WHERE a.operator_id = $1 AND a.number = $2");

Value NumberOrNull(const std::optional<std::int64_t>& number) { return number ? Value::Of(*number) : Value::Null(); }

std::optional<std::int64_t> ReadNumberOrNull(const ResultRows& rows, std::size_t row, Column column) {
    return rows.IsNull(row, column) ? std::nullopt : std::optional(rows.Integer(row, column));
}

std::optional<Decimal> ReadOptional(const ResultRows& rows, std::size_t row, Column column) {
    return rows.IsNull(row, column) ? std::nullopt : std::optional(ReadStoredDecimal(rows, row, column));
}

Result<ResultRows> QueryEachNumber(Connection& connection, const Sql& sql, OperatorId owner,
                                   std::span<const std::int64_t> numbers) {
    ParameterRows parameters(2);
    parameters.Reserve(numbers.size());
    for (const std::int64_t number : numbers) parameters.Add({Value::Of(owner), Value::Of(number)});
    return connection.QueryEach(sql, parameters);
}

Result<std::vector<ReadAccrualRow>> ReadEach(Connection& connection, OperatorId owner,
                                             std::span<const std::int64_t> numbers) {
    const auto rows = TRY(QueryEachNumber(connection, kByNumber, owner, numbers));
    std::vector<ReadAccrualRow> accruals;
    accruals.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) accruals.push_back(ReadAccrualColumns(rows, i));
    std::ranges::sort(accruals, {}, [](const ReadAccrualRow& row) { return row.accrual.number; });
    return accruals;
}

}  // namespace

Status InsertAccruals(Connection& connection, OperatorId owner, Timestamp recorded_at,
                      std::span<const Accrual> accruals) {
    if (accruals.empty()) return {};
    ParameterRows parameters(kInsertedAccrualColumns.column_count());
    parameters.Reserve(accruals.size());
    const auto decimal = [&](const std::optional<Decimal>& amount) {
        return amount ? Value::DecimalText(parameters.Keep(amount->ToString())) : Value::Null();
    };
    for (const Accrual& accrual : accruals) {
        const std::string_view seen = parameters.Keep(EncodeSeen(accrual));
        const Value payable_from = TimeOrNull(accrual.payable_from);
        parameters.Add({Value::Of(owner),
                        Value::Of(accrual.number),
                        Value::Of(recorded_at),
                        Value::Of(accrual.affiliate),
                        IdOrNull(accrual.player),
                        IdOrNull(accrual.brand),
                        NumberOrNull(accrual.event_seq),
                        Value::Of(accrual.deal),
                        Value::Of(std::int64_t{accrual.version}),
                        Value::Of(Name(accrual.component)),
                        Value::Of(Name(accrual.reason)),
                        Value::Of(std::int64_t{accrual.period.number}),
                        Value::Of(accrual.event_time),
                        payable_from,
                        Flag(accrual.late),
                        decimal(accrual.amount.amount),
                        Value::Of(accrual.amount.currency.code()),
                        decimal(accrual.base),
                        decimal(accrual.rate),
                        NumberOrNull(accrual.source),
                        NumberOrNull(accrual.reverses),
                        Value::Of(std::span(reinterpret_cast<const std::uint8_t*>(seen.data()), seen.size()))});
    }
    return connection.RunEach(kInsertAccrual, parameters);
}

ReadAccrualRow ReadAccrualColumns(const ResultRows& rows, std::size_t row) {
    ReadAccrualRow read;
    read.recorded_at = rows.Time(row, kAccrualColumns["recorded_at"]);
    Accrual& accrual = read.accrual;
    accrual.number = rows.Integer(row, kAccrualColumns["number"]);
    accrual.affiliate = rows.Identifier<AffiliateId>(row, kAccrualColumns["affiliate_id"]);
    accrual.player = ReadId<PlayerId>(rows, row, kAccrualColumns["player_id"]);
    accrual.brand = ReadId<BrandId>(rows, row, kAccrualColumns["brand_id"]);
    accrual.event_seq = ReadNumberOrNull(rows, row, kAccrualColumns["event_seq"]);
    accrual.deal = rows.Identifier<DealId>(row, kAccrualColumns["deal_id"]);
    accrual.version = static_cast<std::int32_t>(rows.Integer(row, kAccrualColumns["deal_version"]));
    accrual.component =
        FromName<commission::Component>(commission::kComponentNames, rows.Text(row, kAccrualColumns["component"]));
    accrual.reason = FromName<commission::Reason>(commission::kReasonNames, rows.Text(row, kAccrualColumns["reason"]));
    accrual.period.number = static_cast<std::int32_t>(rows.Integer(row, kAccrualColumns["period"]));
    accrual.event_time = rows.Time(row, kAccrualColumns["event_time"]);
    if (!rows.IsNull(row, kAccrualColumns["payable_from"]))
        accrual.payable_from = rows.Time(row, kAccrualColumns["payable_from"]);
    accrual.late = rows.Integer(row, kAccrualColumns["late"]) != 0;
    accrual.amount.amount = ReadStoredDecimal(rows, row, kAccrualColumns["amount"]);
    accrual.amount.currency = *Currency::Parse(rows.Text(row, kAccrualColumns["currency"]));
    accrual.base = ReadOptional(rows, row, kAccrualColumns["base"]);
    accrual.rate = ReadOptional(rows, row, kAccrualColumns["rate"]);
    accrual.source = ReadNumberOrNull(rows, row, kAccrualColumns["source"]);
    accrual.reverses = ReadNumberOrNull(rows, row, kAccrualColumns["reverses"]);
    read.readable = DecodeSeen(rows.Text(row, kAccrualColumns["seen"]), accrual);
    return read;
}

void AddPostingsOf(OperatorId owner, const Accrual& accrual, bool of_other_player, std::vector<Posting>& postings) {
    if (accrual.IsShown()) {
        postings.push_back({tracking::AffiliateAccrualTerm(owner, accrual.affiliate), accrual.number});
    }
    if (of_other_player && accrual.player) {
        postings.push_back({tracking::PlayerAccrualTerm(owner, *accrual.player), accrual.number});
    }
    // Other shares are found by their player or event.
    if (accrual.source && !accrual.player && !accrual.event_seq) {
        postings.push_back({tracking::ShareTerm(owner, *accrual.source), accrual.number});
    }
}

Result<std::vector<ReadAccrualRow>> ReadAccrualsOfEvents(Connection& connection, OperatorId owner,
                                                         std::span<const std::int64_t> event_seqs) {
    const auto rows = TRY(QueryEachNumber(connection, kOfEvent, owner, event_seqs));
    std::vector<std::int64_t> numbers;
    numbers.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) numbers.push_back(rows.Integer(i));
    return ReadEach(connection, owner, numbers);
}

Result<std::vector<ReadAccrualRow>> ReadAccrualsByNumber(Connection& connection, OperatorId owner,
                                                         std::span<const std::int64_t> numbers) {
    return ReadEach(connection, owner, numbers);
}

Result<std::vector<ReadAccrualRow>> ReadAccrualsOfPlayer(Connection& connection, LedgerIndex& index, OperatorId owner,
                                                         PlayerId player, std::span<const std::int64_t> event_seqs) {
    auto own = ReadAccrualsOfEvents(connection, owner, event_seqs);
    if (!own) return own;
    const auto numbers = TRY(AllPostings(connection, index, owner, tracking::PlayerAccrualTerm(owner, player)));
    auto others = ReadAccrualsByNumber(connection, owner, numbers);
    if (!others) return others;
    std::ranges::move(*others, std::back_inserter(*own));
    std::erase_if(*own, [&](const ReadAccrualRow& row) { return row.accrual.player != player; });
    std::ranges::sort(*own, {}, [](const ReadAccrualRow& row) { return row.accrual.number; });
    return own;
}

Result<std::vector<ReadAccrualRow>> ReadSharesOf(Connection& connection, LedgerIndex& index, OperatorId owner,
                                                 std::int64_t accrual) {
    const auto numbers = TRY(AllPostings(connection, index, owner, tracking::ShareTerm(owner, accrual)));
    auto shares = ReadAccrualsByNumber(connection, owner, numbers);
    if (!shares) return shares;
    // Different accruals can have the same term.
    std::erase_if(*shares, [&](const ReadAccrualRow& row) { return row.accrual.source != accrual; });
    return shares;
}

}  // namespace fairlead::ledger

#include "ledger/record/accrual_rows.hpp"

#include <algorithm>

#include "domain/tracking/terms.hpp"
#include "ledger/engine/all_numbers.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using commission::Accrual;

constexpr Sql kInsertAccrual(
    "INSERT INTO accruals (operator_id, number, recorded_at, affiliate_id, player_id, brand_id, event_seq, deal_id,"
    " deal_version, component, reason, period, event_time, payable_from, late, amount, currency, base, rate, source,"
    " reverses, seen) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,"
    " $20, $21, $22)");
constexpr std::size_t kInsertedAccrualColumns = 22;
// Only numbers: so the engine reads nothing but the index.
constexpr Sql kOfEvent("SELECT number FROM accruals WHERE operator_id = $1 AND event_seq = $2");
constexpr Sql kByNumber("SELECT " FAIRLEAD_ACCRUAL_COLUMNS
                        " FROM accruals a WHERE a.operator_id = $1 AND a.number = $2");

Value NumberOrNull(const std::optional<std::int64_t>& number) { return number ? Value::Of(*number) : Value::Null(); }

std::optional<std::int64_t> ReadNumberOrNull(const ResultRows& rows, std::size_t row, std::size_t column) {
    return rows.IsNull(row, column) ? std::nullopt : std::optional(rows.Integer(row, column));
}

std::optional<Decimal> ReadOptional(const ResultRows& rows, std::size_t row, std::size_t column) {
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
    ParameterRows parameters(kInsertedAccrualColumns);
    parameters.Reserve(accruals.size());
    const auto decimal = [&](const std::optional<Decimal>& amount) {
        return amount ? Value::DecimalText(parameters.Keep(amount->ToString())) : Value::Null();
    };
    for (const Accrual& accrual : accruals) {
        const std::string_view seen = parameters.Keep(EncodeSeen(accrual));
        const Value payable_from = accrual.payable_from ? Value::Of(*accrual.payable_from) : Value::Null();
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
                        Value::Of(std::int64_t{accrual.period.months}),
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
    read.recorded_at = rows.Time(row, 1);
    Accrual& accrual = read.accrual;
    accrual.number = rows.Integer(row, 0);
    accrual.affiliate = rows.Identifier<AffiliateId>(row, 2);
    accrual.player = ReadId<PlayerId>(rows, row, 3);
    accrual.brand = ReadId<BrandId>(rows, row, 4);
    accrual.event_seq = ReadNumberOrNull(rows, row, 5);
    accrual.deal = rows.Identifier<DealId>(row, 6);
    accrual.version = static_cast<std::int32_t>(rows.Integer(row, 7));
    accrual.component = FromName<commission::Component>(commission::kComponentNames, rows.Text(row, 8));
    accrual.reason = FromName<commission::Reason>(commission::kReasonNames, rows.Text(row, 9));
    accrual.period.months = static_cast<std::int32_t>(rows.Integer(row, 10));
    accrual.event_time = rows.Time(row, 11);
    if (!rows.IsNull(row, 12)) accrual.payable_from = rows.Time(row, 12);
    accrual.late = rows.Integer(row, 13) != 0;
    accrual.amount.amount = ReadStoredDecimal(rows, row, 14);
    accrual.amount.currency = *Currency::Parse(rows.Text(row, 15));
    accrual.base = ReadOptional(rows, row, 16);
    accrual.rate = ReadOptional(rows, row, 17);
    accrual.source = ReadNumberOrNull(rows, row, 18);
    accrual.reverses = ReadNumberOrNull(rows, row, 19);
    read.readable = DecodeSeen(rows.Text(row, 20), accrual);
    return read;
}

void AddPostingsOf(OperatorId owner, const Accrual& accrual, bool of_other_player, std::vector<Posting>& postings) {
    if (accrual.IsShown()) {
        postings.push_back({tracking::AffiliateAccrualTerm(owner, accrual.affiliate), accrual.number});
    }
    if (of_other_player && accrual.player) {
        postings.push_back({tracking::PlayerAccrualTerm(owner, *accrual.player), accrual.number});
    }
}

Result<std::vector<ReadAccrualRow>> ReadAccrualsOfEvents(Connection& connection, OperatorId owner,
                                                         std::span<const std::int64_t> event_seqs) {
    const auto rows = TRY(QueryEachNumber(connection, kOfEvent, owner, event_seqs));
    std::vector<std::int64_t> numbers;
    numbers.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) numbers.push_back(rows.Integer(i, 0));
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

}  // namespace fairlead::ledger

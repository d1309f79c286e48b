#include "ledger/record/fx_rate_rows.hpp"

#include <limits>

#include "ledger/record/audit_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {

using commission::DatedRate;

namespace {

constexpr SqlText kStoredRateColumns("operator_id, from_currency, to_currency, date, rate, recorded_at");
constexpr ComposedSql kUpsertRate(InsertInto("fx_rates", kStoredRateColumns) +
                                  " ON CONFLICT (operator_id, from_currency, to_currency, date) DO UPDATE SET " +
                                  AssignExcluded(SqlText("rate, recorded_at")));
constexpr SqlText kRateColumns("date, from_currency, to_currency, rate");
constexpr auto kSelectRates = "SELECT " + kRateColumns + " FROM fx_rates WHERE operator_id = $1";
constexpr ComposedSql kOneRate(kSelectRates + " AND from_currency = $2 AND to_currency = $3 AND date = $4");
constexpr ComposedSql kPage(kSelectRates +
                            " AND date >= $2 AND date <= $3"
                            " AND (date < $3 OR from_currency > $4 OR (from_currency = $4 AND to_currency > $5))"
                            " AND ($6 = '' OR from_currency = $6) AND ($7 = '' OR to_currency = $7)"
                            " ORDER BY date DESC, from_currency, to_currency LIMIT $8");
constexpr ComposedSql kRatesInto(kSelectRates + " AND to_currency = $2 ORDER BY from_currency, date");

DatedRate ReadRate(const ResultRows& rows, std::size_t row) {
    const auto rate = ExchangeRate::Parse(rows.Text(row, kRateColumns["rate"]));
    CheckReadable(rate.has_value(), "an exchange rate");
    return {.date = ReadDate(rows, row, kRateColumns["date"]),
            .from = ReadCurrency(rows, row, kRateColumns["from_currency"]),
            .to = ReadCurrency(rows, row, kRateColumns["to_currency"]),
            .rate = *rate};
}

// Currency codes consist of letters and digits, so nothing needs escaping.
std::string RateAuditText(const DatedRate& rate) {
    return std::string(R"({"date":")")
        .append(rate.date.ToString())
        .append(R"(","from":")")
        .append(rate.from.code())
        .append(R"(","to":")")
        .append(rate.to.code())
        .append(R"(","rate":")")
        .append(rate.rate.ToString())
        .append("\"}");
}

app::AuditEntry AuditEntryOf(const std::string& actor, const std::optional<DatedRate>& before, const DatedRate& after) {
    const std::string place =
        after.date.ToString().append(".").append(after.from.code()).append(".").append(after.to.code());
    return {.actor = actor,
            .action = before ? "fxRate.update" : "fxRate.create",
            .subject = "fxRate/" + place,
            .before = before ? RateAuditText(*before) : std::string(),
            .after = RateAuditText(after)};
}

// The value is a view of the currency's code.
Value CodeOf(const std::optional<Currency>& currency) {
    return Value::Of(currency ? currency->code() : std::string_view());
}

}  // namespace

Status AuditRates(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
                  std::span<const DatedRate> rates, const std::string& actor) {
    ParameterRows parameters(4);
    for (const DatedRate& rate : rates) {
        parameters.Add({Value::Of(moment.owner), Value::Of(rate.from.code()), Value::Of(rate.to.code()),
                        Value::Of(std::int64_t{rate.date.days})});
    }
    const auto rows = TRY(connection.QueryEach(kOneRate, parameters));
    std::vector<std::optional<DatedRate>> stored(rates.size());
    for (std::size_t row = 0; row < rows.size(); ++row) stored[rows.SourceOf(row)] = ReadRate(rows, row);
    std::vector<app::AuditEntry> entries;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        if (stored[i] != rates[i]) entries.push_back(AuditEntryOf(actor, stored[i], rates[i]));
    }
    return InsertAudit(connection, moment, record, entries);
}

Status UpsertRates(Connection& connection, OperatorId owner, std::span<const DatedRate> rates, Timestamp recorded_at) {
    ParameterRows parameters(kStoredRateColumns.column_count());
    for (const DatedRate& rate : rates) {
        parameters.Add({Value::Of(owner), Value::Of(rate.from.code()), Value::Of(rate.to.code()),
                        Value::Of(std::int64_t{rate.date.days}), Value::Of(parameters.Keep(rate.rate.ToString())),
                        Value::Of(recorded_at)});
    }
    return connection.RunEach(kUpsertRate, parameters);
}

Result<app::RatePage> ReadRatePage(Connection& connection, const app::RateQuery& query) {
    std::int64_t first = std::numeric_limits<std::int32_t>::min();
    std::int64_t last = std::numeric_limits<std::int32_t>::max();
    std::optional<Currency> after_from;
    std::optional<Currency> after_to;
    if (query.date) first = last = query.date->days;
    if (query.after && query.after->date.days <= last) {
        last = query.after->date.days;
        after_from = query.after->from;
        after_to = query.after->to;
    }
    // One row more than the limit is read, to learn whether there is a next page.
    const auto rows = TRY(connection.Query(
        kPage, {Value::Of(query.owner), Value::Of(first), Value::Of(last), CodeOf(after_from), CodeOf(after_to),
                CodeOf(query.from), CodeOf(query.to), Value::Of(static_cast<std::int64_t>(query.limit) + 1)}));
    app::RatePage page;
    for (std::size_t row = 0; row < std::min(query.limit, rows.size()); ++row) {
        page.items.push_back(ReadRate(rows, row));
    }
    if (rows.size() > query.limit) {
        const DatedRate& shown = page.items.back();
        page.more_after = {shown.date, shown.from, shown.to};
    }
    return page;
}

Result<std::vector<DatedRate>> ReadRatesInto(Connection& connection, OperatorId owner, const Currency& into) {
    const auto rows = TRY(connection.Query(kRatesInto, {Value::Of(owner), Value::Of(into.code())}));
    std::vector<DatedRate> rates;
    rates.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) rates.push_back(ReadRate(rows, row));
    return rates;
}

}  // namespace fairlead::ledger

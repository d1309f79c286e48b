#include "ledger/queries/report_records.hpp"

#include "ledger/queries/accrual_queries.hpp"
#include "ledger/queries/event_queries.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"
#include "ledger/transaction/transactions.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kRatesInto(
    "SELECT date, from_currency, rate FROM fx_rates WHERE operator_id = $1 AND to_currency = $2"
    " ORDER BY from_currency, date");
constexpr Sql kRef("SELECT external_ref FROM players WHERE operator_id = $1 AND player_id = $2");
constexpr Sql kPlayerIdsByRef(
    "SELECT p.player_id FROM brands b JOIN players p ON p.operator_id = b.operator_id AND p.brand_id = b.brand_id"
    " WHERE b.operator_id = $1 AND p.external_ref = $2 ORDER BY p.player_id");

Result<std::vector<commission::DatedRate>> RatesInto(Connection& connection, OperatorId owner, const Currency& into) {
    const auto rows = TRY(connection.Query(kRatesInto, {Value::Of(owner), Value::Of(into.code())}));
    std::vector<commission::DatedRate> rates;
    rates.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto rate = ExchangeRate::Parse(rows.Text(row, 2));
        CheckReadable(rate.has_value(), "an exchange rate");
        rates.push_back(
            {.date = ReadDate(rows, row, 0), .from = ReadCurrency(rows, row, 1), .to = into, .rate = *rate});
    }
    return rates;
}

Result<std::vector<std::string>> PlayerRefs(Connection& connection, OperatorId owner,
                                            const std::vector<PlayerId>& players) {
    ParameterRows parameters(2);
    parameters.Reserve(players.size());
    for (const PlayerId& player : players) parameters.Add({Value::Of(owner), Value::Of(player)});
    const auto rows = TRY(connection.QueryEach(kRef, parameters));
    std::vector<std::string> refs(players.size());
    for (std::size_t row = 0; row < rows.size(); ++row) refs[rows.SourceOf(row)] = rows.String(row, 0);
    return refs;
}

Result<std::vector<PlayerId>> PlayersCalled(Connection& connection, OperatorId owner,
                                            const std::vector<std::string>& refs) {
    ParameterRows parameters(2);
    for (const std::string& ref : refs) parameters.Add({Value::Of(owner), Text(ref)});
    const auto rows = TRY(connection.QueryEach(kPlayerIdsByRef, parameters));
    std::vector<PlayerId> players;
    for (std::size_t row = 0; row < rows.size(); ++row) players.push_back(rows.Identifier<PlayerId>(row, 0));
    return players;
}

}  // namespace

void RelationalReportRecords::ReadRatesInto(OperatorId owner, Currency into,
                                            app::AnswerDone<std::vector<commission::DatedRate>> done) {
    Submit(reads_, std::move(done),
           [owner, into](Connection& connection) { return RatesInto(connection, owner, into); });
}

void RelationalReportRecords::ReadPlayerRefs(OperatorId owner, std::vector<PlayerId> players,
                                             app::AnswerDone<std::vector<std::string>> done) {
    Submit(reads_, std::move(done), [owner, players = std::move(players)](Connection& connection) {
        return PlayerRefs(connection, owner, players);
    });
}

void RelationalReportRecords::FindPlayers(OperatorId owner, std::vector<std::string> refs,
                                          app::AnswerDone<std::vector<PlayerId>> done) {
    Submit(reads_, std::move(done),
           [owner, refs = std::move(refs)](Connection& connection) { return PlayersCalled(connection, owner, refs); });
}

void RelationalReportRecords::ReadEvents(app::EventQuery query, app::RowFilter filter,
                                         app::AnswerDone<app::EventEntryPage> done) {
    WorkQueue& queue = query.idempotency_key ? writes_ : reads_;
    Submit(queue, std::move(done),
           [this, query = std::move(query), filter = std::move(filter)](Connection& connection) {
               return InTransaction(connection,
                                    [&](Connection& open) { return ReadEventEntries(open, index_, query, filter); });
           });
}

void RelationalReportRecords::ReadClicks(app::ClickQuery query, app::RowFilter filter,
                                         app::AnswerDone<app::ClickPage> done) {
    Submit(reads_, std::move(done),
           [this, query = std::move(query), filter = std::move(filter)](Connection& connection) {
               return InTransaction(connection,
                                    [&](Connection& open) { return ReadClickPage(open, index_, query, filter); });
           });
}

void RelationalReportRecords::ReadAccruals(app::AccrualQuery query, app::RowFilter filter,
                                           app::AnswerDone<app::AccrualPage> done) {
    Submit(reads_, std::move(done),
           [this, query = std::move(query), filter = std::move(filter)](Connection& connection) {
               return InTransaction(connection,
                                    [&](Connection& open) { return ReadAccrualPage(open, index_, query, filter); });
           });
}

}  // namespace fairlead::ledger

#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::MarketingSource;

constexpr Sql kUpsertMarketingSource(
    "INSERT INTO marketing_sources (operator_id, source_id, affiliate_id, name, type, url, created_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7)"
    " ON CONFLICT (operator_id, source_id) DO UPDATE SET affiliate_id = excluded.affiliate_id, name = excluded.name,"
    " type = excluded.type, url = excluded.url");
constexpr Sql kSelectMarketingSources(
    "SELECT source_id, affiliate_id, name, type, url, created_at FROM marketing_sources WHERE operator_id = $1"
    " ORDER BY source_id");

MarketingSource ReadMarketingSource(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<MarketingSourceId>(row, 0),
            .affiliate = rows.Identifier<AffiliateId>(row, 1),
            .name = rows.String(row, 2),
            .type = rows.String(row, 3),
            .url = rows.String(row, 4),
            .created_at = rows.Time(row, 5)};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const MarketingSource& source) {
    return connection.Run(kUpsertMarketingSource, {Value::Of(owner), Value::Of(source.id), Value::Of(source.affiliate),
                                                   Text(source.name), Value::TextOrNull(source.type),
                                                   Value::TextOrNull(source.url), Value::Of(source.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<MarketingSource>& sources) {
    return ReadEvery(connection, kSelectMarketingSources, owner, ReadMarketingSource, sources);
}

}  // namespace fairlead::ledger

#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::MarketingSource;

constexpr SqlText kMarketingSourceColumns("affiliate_id, name, type, url");
constexpr ComposedSql kUpsertMarketingSource(UpsertInto("marketing_sources", "operator_id, source_id",
                                                        kMarketingSourceColumns, "created_at"));
constexpr ComposedSql kSelectMarketingSources(
    "SELECT source_id, " + kMarketingSourceColumns +
    ", created_at FROM marketing_sources WHERE operator_id = $1 ORDER BY source_id");

MarketingSource ReadMarketingSource(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<MarketingSourceId>(row, kSelectMarketingSources["source_id"]),
            .affiliate = rows.Identifier<AffiliateId>(row, kSelectMarketingSources["affiliate_id"]),
            .name = rows.String(row, kSelectMarketingSources["name"]),
            .type = rows.String(row, kSelectMarketingSources["type"]),
            .url = rows.String(row, kSelectMarketingSources["url"]),
            .created_at = rows.Time(row, kSelectMarketingSources["created_at"])};
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

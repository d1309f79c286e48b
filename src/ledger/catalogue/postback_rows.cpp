#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using outbox::Postback;

constexpr SqlText kPostbackColumns(
    "affiliate_id, name, triggers, brand_id, campaign_id, link_id, method, url, status, pause_reason, paused_at,"
    " resumed_at");
constexpr ComposedSql kUpsertPostback(UpsertInto("postbacks", "operator_id, postback_id", kPostbackColumns,
                                                 "created_at"));
constexpr ComposedSql kSelectPostbacks("SELECT postback_id, " + kPostbackColumns +
                                       ", created_at FROM postbacks WHERE operator_id = $1 ORDER BY postback_id");

std::vector<outbox::Trigger> ReadTriggers(std::string_view names) {
    std::vector<outbox::Trigger> triggers;
    for (const std::string_view name : SplitTrimmed(names, ',')) {
        triggers.push_back(FromName<outbox::Trigger>(outbox::kTriggerNames, name));
    }
    return triggers;
}

Postback ReadPostback(const ResultRows& rows, std::size_t row) {
    Postback postback{
        .id = rows.Identifier<DestinationId>(row, kSelectPostbacks["postback_id"]),
        .affiliate = rows.Identifier<AffiliateId>(row, kSelectPostbacks["affiliate_id"]),
        .name = rows.String(row, kSelectPostbacks["name"]),
        .triggers = ReadTriggers(rows.Text(row, kSelectPostbacks["triggers"])),
        .scope = {.brand = ReadId<BrandId>(rows, row, kSelectPostbacks["brand_id"]),
                  .campaign = ReadId<CampaignId>(rows, row, kSelectPostbacks["campaign_id"]),
                  .link = ReadId<LinkId>(rows, row, kSelectPostbacks["link_id"])},
        .method = FromName<outbox::Method>(outbox::kMethodNames, rows.Text(row, kSelectPostbacks["method"])),
        .url = rows.String(row, kSelectPostbacks["url"]),
        .status = FromName<outbox::DestinationStatus>(outbox::kDestinationStatusNames,
                                                      rows.Text(row, kSelectPostbacks["status"])),
        .pause_reason = rows.String(row, kSelectPostbacks["pause_reason"]),
        .created_at = rows.Time(row, kSelectPostbacks["created_at"])};
    if (!rows.IsNull(row, kSelectPostbacks["paused_at"]))
        postback.paused_at = rows.Time(row, kSelectPostbacks["paused_at"]);
    if (!rows.IsNull(row, kSelectPostbacks["resumed_at"]))
        postback.resumed_at = rows.Time(row, kSelectPostbacks["resumed_at"]);
    return postback;
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Postback& postback) {
    const std::string triggers = Join(postback.triggers, [](outbox::Trigger trigger) { return outbox::Name(trigger); });
    return connection.Run(
        kUpsertPostback,
        {Value::Of(owner), Value::Of(postback.id), Value::Of(postback.affiliate), Text(postback.name), Text(triggers),
         IdOrNull(postback.scope.brand), IdOrNull(postback.scope.campaign), IdOrNull(postback.scope.link),
         NameValue(outbox::kMethodNames, postback.method), Text(postback.url),
         NameValue(outbox::kDestinationStatusNames, postback.status), Value::TextOrNull(postback.pause_reason),
         TimeOrNull(postback.paused_at), TimeOrNull(postback.resumed_at), Value::Of(postback.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Postback>& postbacks) {
    return ReadEvery(connection, kSelectPostbacks, owner, ReadPostback, postbacks);
}

}  // namespace fairlead::ledger

#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using outbox::Webhook;

constexpr SqlText kWebhookColumns(
    "url, types, status, pause_reason, paused_at, resumed_at, secret_sealed, previous_sealed, previous_until");
constexpr ComposedSql kUpsertWebhook(UpsertInto("webhooks", "operator_id, webhook_id", kWebhookColumns, "created_at"));
constexpr ComposedSql kSelectWebhooks("SELECT webhook_id, " + kWebhookColumns +
                                      ", created_at FROM webhooks WHERE operator_id = $1 ORDER BY webhook_id");

std::span<const std::uint8_t> SecretBytes(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::vector<outbox::WebhookType> ReadWebhookTypes(std::string_view names) {
    std::vector<outbox::WebhookType> types;
    for (const std::string_view name : SplitTrimmed(names, ',')) {
        types.push_back(FromName<outbox::WebhookType>(outbox::kWebhookTypeNames, name));
    }
    return types;
}

Webhook ReadWebhook(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<DestinationId>(row, kSelectWebhooks["webhook_id"]),
            .url = rows.String(row, kSelectWebhooks["url"]),
            .types = ReadWebhookTypes(rows.Text(row, kSelectWebhooks["types"])),
            .status = FromName<outbox::DestinationStatus>(outbox::kDestinationStatusNames,
                                                          rows.Text(row, kSelectWebhooks["status"])),
            .pause_reason = rows.String(row, kSelectWebhooks["pause_reason"]),
            .paused_at = ReadOptionalTime(rows, row, kSelectWebhooks["paused_at"]),
            .resumed_at = ReadOptionalTime(rows, row, kSelectWebhooks["resumed_at"]),
            .secret_sealed = rows.String(row, kSelectWebhooks["secret_sealed"]),
            .previous_sealed = rows.String(row, kSelectWebhooks["previous_sealed"]),
            .previous_until = ReadOptionalTime(rows, row, kSelectWebhooks["previous_until"]),
            .created_at = rows.Time(row, kSelectWebhooks["created_at"])};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Webhook& webhook) {
    const std::string types = Join(webhook.types, [](outbox::WebhookType type) { return outbox::Name(type); });
    return connection.Run(
        kUpsertWebhook,
        {Value::Of(owner), Value::Of(webhook.id), Text(webhook.url), Text(types),
         NameValue(outbox::kDestinationStatusNames, webhook.status), Value::TextOrNull(webhook.pause_reason),
         TimeOrNull(webhook.paused_at), TimeOrNull(webhook.resumed_at), Value::Of(SecretBytes(webhook.secret_sealed)),
         webhook.previous_sealed.empty() ? Value::Null() : Value::Of(SecretBytes(webhook.previous_sealed)),
         TimeOrNull(webhook.previous_until), Value::Of(webhook.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Webhook>& webhooks) {
    return ReadEvery(connection, kSelectWebhooks, owner, ReadWebhook, webhooks);
}

}  // namespace fairlead::ledger

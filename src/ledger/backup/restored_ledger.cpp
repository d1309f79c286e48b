#include "ledger/backup/restored_ledger.hpp"

#include <array>
#include <charconv>
#include <string>

#include "app/ports/outgoing/outbox.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::string_view kPausedByRestore = "restored from a backup";

constexpr std::array<Sql, 3> kPauseDestinations{
    Sql("UPDATE postbacks SET status = 'paused', pause_reason = $1, paused_at = $2 WHERE status = 'active'"),
    Sql("UPDATE webhooks SET status = 'paused', pause_reason = $1, paused_at = $2 WHERE status = 'active'"),
    Sql("UPDATE report_schedules SET status = 'paused', pause_reason = $1, paused_at = $2 WHERE status = 'active'")};

constexpr Sql kCountSending(
    "SELECT (SELECT count(*) FROM postbacks WHERE status = 'active')"
    " + (SELECT count(*) FROM webhooks WHERE status = 'active')"
    " + (SELECT count(*) FROM report_schedules WHERE status = 'active') AS destinations,"
    " (SELECT count(*) FROM outbox_messages WHERE status = $1) AS messages");

constexpr Sql kFailWaiting("UPDATE outbox_messages SET status = $1 WHERE status = $2");

constexpr Sql kForgetLedgerId("DELETE FROM settings WHERE name = 'ledger_id'");

constexpr Sql kStoreRestoredAt(
    "INSERT INTO settings (name, value) VALUES ('restored_at', $1) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value");

constexpr Sql kReadRestoredAt("SELECT value FROM settings WHERE name = 'restored_at'");

Value NumberOf(app::DeliveryStatus status) { return Value::Of(static_cast<std::int64_t>(status)); }

}  // namespace

Result<app::StoppedSending> CountSending(Connection& ledger) {
    const auto rows = TRY(ledger.Query(kCountSending, {NumberOf(app::DeliveryStatus::kWaiting)}));
    return app::StoppedSending{rows.Integer(0, kCountSending["destinations"]),
                               rows.Integer(0, kCountSending["messages"])};
}

Result<app::StoppedSending> StopSending(Connection& ledger, Timestamp now) {
    const auto stopped = TRY(CountSending(ledger));
    for (const Sql& pause : kPauseDestinations) {
        TRY(ledger.Run(pause, {Value::Of(kPausedByRestore), Value::Of(now)}));
    }
    TRY(ledger.Run(kFailWaiting, {NumberOf(app::DeliveryStatus::kFailed), NumberOf(app::DeliveryStatus::kWaiting)}));
    const std::string text = std::to_string(now.micros);
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    TRY(ledger.Run(kStoreRestoredAt, {Value::Of(bytes)}));
    return stopped;
}

Status BeginAsRestored(Connection& ledger, Timestamp now) {
    TRY(StopSending(ledger, now));
    return ledger.Run(kForgetLedgerId, {});
}

Result<std::optional<Timestamp>> RestoredAt(Connection& ledger) {
    const auto rows = TRY(ledger.Query(kReadRestoredAt, {}));
    if (rows.empty()) return std::nullopt;
    const std::string text = rows.String(0);
    Timestamp at;
    std::from_chars(text.data(), text.data() + text.size(), at.micros);
    return at;
}

}  // namespace fairlead::ledger

#include "ledger/backup/restored_rows.hpp"

#include <algorithm>

#include "app/ports/outgoing/outbox.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::string_view kPausedByRestore = "restored from a backup";

std::size_t ColumnPlace(std::span<const std::string> columns, std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(columns, name) - columns.begin());
}

}  // namespace

RestoredRows::RestoredRows(std::string_view table, std::span<const std::string> columns)
    : status_(ColumnPlace(columns, "status")),
      reason_(ColumnPlace(columns, "pause_reason")),
      paused_at_(ColumnPlace(columns, "paused_at")) {
    const bool pauses = std::max({status_, reason_, paused_at_}) < columns.size();
    const bool sends = table == "postbacks" || table == "webhooks" || table == "report_schedules";
    if (sends && pauses) kind_ = Kind::kDestinations;
    if (table == "outbox_messages" && status_ < columns.size()) kind_ = Kind::kMessages;
}

std::span<const Value> RestoredRows::Change(std::span<const Value> row) {
    if (kind_ == Kind::kOther) return row;
    changed_.assign(row.begin(), row.end());
    if (kind_ == Kind::kDestinations && row[status_].data == "active") {
        changed_[status_] = Value::Of(std::string_view("paused"));
        changed_[reason_] = Value::Of(kPausedByRestore);
        changed_[paused_at_] = Value::Of(Now());
    }
    const auto waiting = static_cast<std::int64_t>(app::DeliveryStatus::kWaiting);
    if (kind_ == Kind::kMessages && row[status_].integer == waiting) {
        changed_[status_] = Value::Of(static_cast<std::int64_t>(app::DeliveryStatus::kFailed));
    }
    return changed_;
}

}  // namespace fairlead::ledger

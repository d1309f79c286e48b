#pragma once

#include <optional>

#include "app/ports/audit.hpp"
#include "domain/outbox/webhook.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::app {

// What webhooks report about an entry of the audit log; usually nothing. The entry and the messages about it are
// written by the same transaction.
std::optional<outbox::Notice> NoticeOf(const AuditEntry& entry);

// What webhooks report about a step of a statement.
outbox::Notice StatementNotice(outbox::WebhookType type, StatementId id, const statements::Statement& statement);

// The entry about a brand that sends no events any more. `last` is when its last event was recorded.
AuditEntry FeedSilentEntry(BrandId brand, Timestamp last);

}  // namespace fairlead::app

#pragma once

#include "app/ports/audit.hpp"
#include "domain/outbox/mail.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::app {

// The notices that people get by mail. A notice is stored in the same transaction as the change that it is about.

// The notice about an entry of the audit log; usually none.
std::optional<outbox::MailNotice> MailNoticeOf(const AuditEntry& entry);

// A step of a statement, for the people of its affiliate.
outbox::MailNotice StatementMail(outbox::MailType type, StatementId id, const statements::Statement& statement);

// The entry about commission that cannot be computed, because an exchange rate is missing. `oldest` is the time of the
// oldest event that waits.
AuditEntry RatesMissingEntry(Currency from, Currency to, std::int64_t count, Timestamp oldest);

}  // namespace fairlead::app

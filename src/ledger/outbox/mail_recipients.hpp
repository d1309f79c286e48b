#pragma once

#include <span>
#include <vector>

#include "domain/outbox/mail.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The most people who get a mail about the same thing.
inline constexpr std::int64_t kRecipientsMax = 100;

// The mails of the notices: one for each active person whom a notice concerns and who wants such mails.
Result<std::vector<outbox::SealedMail>> MailsOf(Connection& connection, OperatorId owner,
                                                std::span<const outbox::MailNotice> notices);

}  // namespace fairlead::ledger

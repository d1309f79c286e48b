#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/secrets.hpp"
#include "domain/outbox/mail.hpp"

namespace fairlead::app {

// The key that mails in the outbox are encrypted with, made from the key of tokens that all nodes share.
Bytes32 MailKeyOf(const Bytes32& token_key);

outbox::SealedMail SealMail(const outbox::Mail& mail, const Bytes32& key);
// Nothing if the content was changed or sealed with another key.
std::optional<outbox::Mail> UnsealMail(std::string_view type, std::string_view content, const Bytes32& key);

}  // namespace fairlead::app

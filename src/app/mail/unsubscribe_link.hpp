#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/secrets.hpp"
#include "domain/catalogue/records.hpp"

namespace fairlead::app {

// The key of the links, made from the key of tokens that all nodes share.
Bytes32 UnsubscribeKeyOf(const Bytes32& token_key);

// A user who no longer wants the mails of a topic. The token in the link is enough for this, without a log-in. It
// allows nothing else.
struct Unsubscription {
    OperatorId owner;
    UserId user;
    catalogue::MailTopic topic = catalogue::MailTopic::kStatements;
    std::optional<DestinationId> schedule = std::nullopt;  // Set only for kScheduledReports.

    bool operator==(const Unsubscription&) const = default;
};
std::string UnsubscribeToken(const Bytes32& key, const Unsubscription& unsubscription);
// Nothing if the token was not made with this key.
std::optional<Unsubscription> ReadUnsubscribeToken(const Bytes32& key, std::string_view token);

}  // namespace fairlead::app

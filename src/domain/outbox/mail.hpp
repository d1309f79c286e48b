#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::outbox {

// What a mail is about.
enum class MailType : std::uint8_t { kInvitation, kPasswordReset, kReport };
inline constexpr std::array<std::string_view, 3> kMailTypeNames{"invitation", "passwordReset", "report"};

constexpr std::string_view Name(MailType type) { return kMailTypeNames[static_cast<std::size_t>(type)]; }

// A mail to one person. The text is made when it is sent, from the operator's name and look of that moment.
struct Mail {
    MailType type = MailType::kInvitation;
    std::string to;
    std::map<std::string, std::string> values;  // What the text of this type needs, such as "url". Links are secrets.
    Timestamp expires_at;                       // After this time it is not sent: its link does not work any more.

    bool operator==(const Mail&) const = default;
};

// A mail in the outbox. The content is encrypted: it has addresses, and links that replace a password.
struct SealedMail {
    MailType type = MailType::kInvitation;
    std::string content;
};

// All mails of an operator have the same destination, the mail server.
constexpr DestinationId MailDestination(OperatorId owner) { return DestinationId{owner.uuid}; }

}  // namespace fairlead::outbox

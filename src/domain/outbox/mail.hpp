#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"
#include "domain/catalogue/records.hpp"

namespace fairlead::outbox {

// What a mail is about.
enum class MailType : std::uint8_t {
    kInvitation,
    kPasswordReset,
    kStatementReady,
    kStatementApproved,
    kStatementPaid,
    kNewLogIn,
    kOldAddress,  // The link that confirms a change of the address, to the old one …
    kNewAddress,  // … and to the new one.
    kDeliveryPaused,
    kFeedSilent,
    kRatesMissing,
    kLedgerNotWritable,
    kWeeklyDigest,
    kReport,
};
inline constexpr std::array<std::string_view, 14> kMailTypeNames{
    "invitation",   "passwordReset", "statementReady", "statementApproved", "statementPaid", "newLogIn",
    "oldAddress",   "newAddress",    "deliveryPaused", "feedSilent",        "ratesMissing",  "ledgerNotWritable",
    "weeklyDigest", "report"};

constexpr std::string_view Name(MailType type) { return kMailTypeNames[static_cast<std::size_t>(type)]; }

// The topic by which users switch such mails off. Nothing for mails that an account always needs.
constexpr std::optional<catalogue::MailTopic> TopicOf(MailType type) {
    switch (type) {
        case MailType::kInvitation:
        case MailType::kPasswordReset:
        case MailType::kNewLogIn:
        case MailType::kOldAddress:
        case MailType::kNewAddress: return std::nullopt;
        case MailType::kStatementReady:
        case MailType::kStatementApproved:
        case MailType::kStatementPaid: return catalogue::MailTopic::kStatements;
        case MailType::kDeliveryPaused: return catalogue::MailTopic::kDeliveries;
        case MailType::kFeedSilent:
        case MailType::kRatesMissing:
        case MailType::kLedgerNotWritable: return catalogue::MailTopic::kAlarms;
        case MailType::kWeeklyDigest: return catalogue::MailTopic::kDigest;
        case MailType::kReport: return catalogue::MailTopic::kScheduledReports;
    }
    return std::nullopt;
}

// A mail to one person. The text is made when it is sent, from the operator's name and look of that moment.
struct Mail {
    MailType type = MailType::kInvitation;
    std::string to;
    std::map<std::string, std::string> values;  // What the text of this type needs, such as "url". Links are secrets.
    Timestamp expires_at;                       // After this time it is not sent: its link does not work any more.

    bool operator==(const Mail&) const = default;
};

// Something to report to people by mail, one mail to each. The address and the text are made when it is sent, so the
// outbox has neither.
struct MailNotice {
    MailType type = MailType::kStatementReady;
    std::optional<UserId> user;  // This user …
    // … or the people of this affiliate. If none of them gets it and `or_admins` is set, the operator's admins get it.
    // If neither member is set, the admins get it.
    std::optional<AffiliateId> affiliate;
    std::string data;  // A JSON object of texts.
    bool or_admins = false;

    bool operator==(const MailNotice&) const = default;
};

// A mail in the outbox. The content is encrypted if it has an address, or a link that replaces a password. The content
// of a notice is a JSON object instead.
struct SealedMail {
    MailType type = MailType::kInvitation;
    std::string content;
};

// All mails of an operator have the same destination, the mail server.
constexpr DestinationId MailDestination(OperatorId owner) { return DestinationId{owner.uuid}; }

}  // namespace fairlead::outbox

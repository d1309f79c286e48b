#include "app/mail/unsubscribe_link.hpp"

#include <algorithm>

namespace fairlead::app {
namespace {

constexpr std::size_t kIdHexDigits = 32;

std::string SignatureOf(const Bytes32& key, std::string_view signed_part) {
    return ToHex(Digester128(key).Add(signed_part).Finish());
}

// The topic of a token, and the schedule if the topic has one.
std::optional<Unsubscription> ReadUnsubscribed(std::string_view text) {
    const std::size_t dot = text.find('.');
    const auto topic = std::ranges::find(catalogue::kMailTopicNames, text.substr(0, dot));
    if (topic == catalogue::kMailTopicNames.end()) return std::nullopt;
    Unsubscription read{.owner = {},
                        .user = {},
                        .topic = static_cast<catalogue::MailTopic>(topic - catalogue::kMailTopicNames.begin())};
    const bool needs_schedule = read.topic == catalogue::MailTopic::kScheduledReports;
    if (needs_schedule != (dot != std::string_view::npos)) return std::nullopt;
    if (!needs_schedule) return read;
    const auto schedule = Bytes16FromHex(text.substr(dot + 1));
    if (!schedule) return std::nullopt;
    read.schedule = DestinationId{Uuid::FromBytes(*schedule)};
    return read;
}

}  // namespace

Bytes32 UnsubscribeKeyOf(const Bytes32& token_key) { return Digester256(token_key).Add("unsubscribe").Finish(); }

// The ids of the operator and the user, the signature, the topic, and "." with the id of the schedule if there is one.
std::string UnsubscribeToken(const Bytes32& key, const Unsubscription& unsubscription) {
    const std::string ids = ToHex(unsubscription.owner.uuid.bytes) + ToHex(unsubscription.user.uuid.bytes);
    std::string what(catalogue::Name(unsubscription.topic));
    if (unsubscription.schedule) what += "." + ToHex(unsubscription.schedule->uuid.bytes);
    return ids + SignatureOf(key, ids + what) + what;
}

std::optional<Unsubscription> ReadUnsubscribeToken(const Bytes32& key, std::string_view token) {
    if (token.size() <= 3 * kIdHexDigits) return std::nullopt;
    const auto owner = Bytes16FromHex(token.substr(0, kIdHexDigits));
    const auto user = Bytes16FromHex(token.substr(kIdHexDigits, kIdHexDigits));
    const auto signature = Bytes16FromHex(token.substr(2 * kIdHexDigits, kIdHexDigits));
    auto read = ReadUnsubscribed(token.substr(3 * kIdHexDigits));
    if (!read || !owner || !user || !signature) return std::nullopt;
    const std::string signed_part =
        std::string(token.substr(0, 2 * kIdHexDigits)) + std::string(token.substr(3 * kIdHexDigits));
    if (!EqualInConstantTime(*signature, Digester128(key).Add(signed_part).Finish())) return std::nullopt;
    read->owner = OperatorId{Uuid::FromBytes(*owner)};
    read->user = UserId{Uuid::FromBytes(*user)};
    return read;
}

}  // namespace fairlead::app

#include "app/mail/unsubscribe_link.hpp"

#include <algorithm>

namespace fairlead::app {
namespace {

constexpr std::size_t kIdHexDigits = 32;

std::string SignatureOf(const Bytes32& key, std::string_view signed_part) {
    return ToHex(Digester128(key).Add(signed_part).Finish());
}

}  // namespace

Bytes32 UnsubscribeKeyOf(const Bytes32& token_key) { return Digester256(token_key).Add("unsubscribe").Finish(); }

// The ids of the operator and the user, the signature, and the topic.
std::string UnsubscribeToken(const Bytes32& key, const Unsubscription& unsubscription) {
    const std::string ids = ToHex(unsubscription.owner.uuid.bytes) + ToHex(unsubscription.user.uuid.bytes);
    const std::string topic(catalogue::Name(unsubscription.topic));
    return ids + SignatureOf(key, ids + topic) + topic;
}

std::optional<Unsubscription> ReadUnsubscribeToken(const Bytes32& key, std::string_view token) {
    if (token.size() <= 3 * kIdHexDigits) return std::nullopt;
    const auto topic = std::ranges::find(catalogue::kMailTopicNames, token.substr(3 * kIdHexDigits));
    const auto owner = Bytes16FromHex(token.substr(0, kIdHexDigits));
    const auto user = Bytes16FromHex(token.substr(kIdHexDigits, kIdHexDigits));
    const auto signature = Bytes16FromHex(token.substr(2 * kIdHexDigits, kIdHexDigits));
    if (topic == catalogue::kMailTopicNames.end() || !owner || !user || !signature) return std::nullopt;
    const std::string signed_part = std::string(token.substr(0, 2 * kIdHexDigits)) + std::string(*topic);
    if (!EqualInConstantTime(*signature, Digester128(key).Add(signed_part).Finish())) return std::nullopt;
    return Unsubscription{.owner = OperatorId{Uuid::FromBytes(*owner)},
                          .user = UserId{Uuid::FromBytes(*user)},
                          .topic = static_cast<catalogue::MailTopic>(topic - catalogue::kMailTopicNames.begin())};
}

}  // namespace fairlead::app

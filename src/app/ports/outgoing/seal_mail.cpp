#include "app/ports/outgoing/seal_mail.hpp"

#include <algorithm>

#include <boost/json.hpp>

namespace fairlead::app {
namespace {

namespace json = boost::json;

int HexDigit(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

// Empty if the text is not hexadecimal.
std::string BytesOfHex(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        const int high = HexDigit(hex[i]);
        const int low = HexDigit(hex[i + 1]);
        if (high < 0 || low < 0) return {};
        bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
}

}  // namespace

Bytes32 MailKeyOf(const Bytes32& token_key) { return Digester256(token_key).Add("mails in the outbox").Finish(); }

outbox::SealedMail SealMail(const outbox::Mail& mail, const Bytes32& key) {
    json::object values;
    for (const auto& [name, value] : mail.values) values[name] = value;
    const std::string plain = json::serialize(
        json::object{{"to", mail.to}, {"values", std::move(values)}, {"expiresAt", mail.expires_at.micros}});
    const std::string sealed = Seal(plain, key);
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(sealed.data()), sealed.size());
    return {.type = mail.type, .content = ToHex(bytes)};
}

std::optional<outbox::Mail> UnsealMail(std::string_view type, std::string_view content, const Bytes32& key) {
    const auto known = std::ranges::find(outbox::kMailTypeNames, type);
    const auto plain = Unseal(BytesOfHex(content), key);
    if (known == outbox::kMailTypeNames.end() || !plain) return std::nullopt;
    // Only SealMail uses the key, so the content has the form that it writes.
    const json::value stored = json::parse(*plain);
    outbox::Mail mail{.type = static_cast<outbox::MailType>(known - outbox::kMailTypeNames.begin()),
                      .to = std::string(stored.at("to").as_string()),
                      .values = {},
                      .expires_at = Timestamp{stored.at("expiresAt").as_int64()}};
    for (const auto& [name, value] : stored.at("values").as_object()) mail.values[name] = value.as_string();
    return mail;
}

}  // namespace fairlead::app

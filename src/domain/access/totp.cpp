#include "domain/access/totp.hpp"

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>

#include "base/crypto/hmac_sha1.hpp"
#include "base/crypto/random.hpp"
#include "base/crypto/secrets.hpp"

namespace fairlead::access {
namespace {

constexpr std::size_t kSecretBytes = 20;
constexpr std::uint32_t kCodesCount = 1'000'000;

std::span<const std::uint8_t> BytesOf(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string Encoded(std::string_view text) { return boost::urls::encode(text, boost::urls::unreserved_chars); }

}  // namespace

std::string NewTotpSecret() {
    // Read directly from the system's random generator, like every secret.
    const Bytes32 random = RandomKey();
    return {reinterpret_cast<const char*>(random.data()), kSecretBytes};
}

std::string TotpCode(std::string_view secret, std::int64_t step) {
    std::string counter(8, '\0');
    for (std::size_t i = 0; i < 8; ++i) counter[i] = static_cast<char>(step >> (56 - 8 * i));
    const Bytes20 mac = HmacSha1(secret, counter);
    const std::size_t at = mac[19] & 0x0FU;
    const std::uint32_t word = (std::uint32_t{mac[at]} & 0x7FU) << 24 | std::uint32_t{mac[at + 1]} << 16 |
                               std::uint32_t{mac[at + 2]} << 8 | std::uint32_t{mac[at + 3]};
    std::string digits = std::to_string(word % kCodesCount);
    return std::string(kTotpDigits - digits.size(), '0') + digits;
}

std::optional<std::int64_t> MatchTotp(std::string_view secret, std::string_view code, Timestamp now) {
    const std::int64_t current = now.micros / kTotpStepMicros;
    for (const std::int64_t step : {current, current - 1, current + 1}) {
        const std::string expected = TotpCode(secret, step);
        if (code.size() == expected.size() && EqualInConstantTime(BytesOf(code), BytesOf(expected))) return step;
    }
    return std::nullopt;
}

std::string Base32(std::string_view bytes) {
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    std::string text;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : bytes) {
        bits = bits << 8 | static_cast<std::uint8_t>(c);
        for (count += 8; count >= 5; count -= 5) text += kAlphabet[bits >> (count - 5) & 31U];
        bits &= (1U << count) - 1;
    }
    if (count > 0) text += kAlphabet[bits << (5 - count) & 31U];
    return text;
}

std::string OtpauthUrl(std::string_view issuer, std::string_view account, std::string_view secret) {
    const std::string name = Encoded(issuer);
    return "otpauth://totp/" + name + ":" + Encoded(account) + "?secret=" + Base32(secret) + "&issuer=" + name +
           "&algorithm=SHA1&digits=6&period=30";
}

}  // namespace fairlead::access

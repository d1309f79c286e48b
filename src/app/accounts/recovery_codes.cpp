#include "app/accounts/recovery_codes.hpp"

#include "base/text/text.hpp"

namespace fairlead::app {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
constexpr std::size_t kCodeLength = 16;
constexpr std::size_t kGroupLength = 4;
constexpr std::size_t kEarlierCodeLength = 10;

std::string NewRecoveryCode() {
    const Bytes32 random = RandomKey();
    std::string code;
    for (std::size_t i = 0; i < kCodeLength; ++i) {
        if (i > 0 && i % kGroupLength == 0) code += '-';
        code += kAlphabet[random[i] % kAlphabet.size()];
    }
    return code;
}

std::string PlainRecoveryCode(std::string_view code) {
    std::string plain = ToUpperAscii(code);
    std::erase_if(plain, [](char c) { return c == ' ' || c == '-'; });
    return plain;
}

}  // namespace

static_assert(kAlphabet.size() == 32);

std::vector<std::string> NewRecoveryCodes() {
    std::vector<std::string> codes(kRecoveryCodes);
    for (std::string& code : codes) code = NewRecoveryCode();
    return codes;
}

std::optional<Bytes32> HashRecoveryCode(std::string_view code, const std::optional<Bytes16>& salt) {
    const std::string plain = PlainRecoveryCode(code);
    if (plain.size() != (salt ? kCodeLength : kEarlierCodeLength)) return std::nullopt;
    return salt ? StretchSecret(plain, *salt) : Digest256("recovery " + plain);
}

}  // namespace fairlead::app

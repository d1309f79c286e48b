#include "app/accounts/recovery_codes.hpp"

namespace fairlead::app {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
constexpr std::size_t kHalf = 5;

std::string NewRecoveryCode() {
    const Bytes32 random = RandomKey();
    std::string code;
    for (std::size_t i = 0; i < 2 * kHalf; ++i) {
        if (i == kHalf) code += '-';
        code += kAlphabet[random[i] % kAlphabet.size()];
    }
    return code;
}

}  // namespace

static_assert(kAlphabet.size() == 32);

std::vector<std::string> NewRecoveryCodes() {
    std::vector<std::string> codes(kRecoveryCodes);
    for (std::string& code : codes) code = NewRecoveryCode();
    return codes;
}

Bytes32 HashRecoveryCode(std::string_view code) {
    std::string plain;
    for (const char c : code) {
        if (c == ' ' || c == '-') continue;
        plain += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return Digest256("recovery " + plain);
}

}  // namespace fairlead::app

#include "domain/access/password.hpp"

#include <algorithm>

#include "base/crypto/random.hpp"
#include "base/text/text.hpp"
#include "domain/access/common_passwords.hpp"

namespace fairlead::access {
namespace {

constexpr std::size_t kRandomPasswordDigits = 24;
// A shorter part of the address ("al") may be in any long password.
constexpr std::size_t kLocalPartLengthMin = 4;

bool IsListedPassword(std::string_view upper) { return std::ranges::binary_search(CommonPasswords(), upper); }

// Whether the text is its first `length` bytes, repeated.
bool IsRepetition(std::string_view text, std::size_t length) {
    return text.size() % length == 0 && text.substr(length) == text.substr(0, text.size() - length);
}

// A repeated common password ("qwertyqwerty") or character is as easy to guess as the password itself.
bool IsCommonPassword(std::string_view upper) {
    for (std::size_t length = 1; length <= upper.size(); ++length) {
        if (!IsRepetition(upper, length)) continue;
        if ((length == 1 && upper.size() > 1) || IsListedPassword(upper.substr(0, length))) return true;
    }
    return false;
}

bool ContainsAddress(std::string_view upper, std::string_view upper_email) {
    if (upper_email.empty()) return false;
    const std::string_view local = upper_email.substr(0, upper_email.find('@'));
    const std::string_view wanted = local.size() >= kLocalPartLengthMin ? local : upper_email;
    return upper.contains(wanted);
}

}  // namespace

std::optional<std::string> WhyPasswordIsRefused(std::string_view password, std::string_view email) {
    const std::size_t length = CountCodePoints(password);
    if (length < kPasswordLengthMin || length > kPasswordLengthMax) {
        return "must have " + std::to_string(kPasswordLengthMin) + " to " + std::to_string(kPasswordLengthMax) +
               " characters";
    }
    const std::string upper = ToUpperAscii(password);
    if (IsCommonPassword(upper)) return "is one of the most common passwords. Choose another one";
    if (ContainsAddress(upper, ToUpperAscii(email))) return "must not contain your e-mail address";
    return std::nullopt;
}

std::string NewPassword(std::string_view email) {
    std::string password = RandomHex(kRandomPasswordDigits);
    // Random hexadecimal digits can contain the local part of an address, such as "face".
    while (WhyPasswordIsRefused(password, email)) password = RandomHex(kRandomPasswordDigits);
    return password;
}

}  // namespace fairlead::access

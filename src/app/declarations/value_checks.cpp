#include "app/declarations/value_checks.hpp"

#include <algorithm>

#include <boost/url.hpp>

#include "base/net/ip_address.hpp"
#include "base/text/invisible_characters.hpp"
#include "base/text/one_of.hpp"
#include "base/text/text.hpp"
#include "base/time/time_zone.hpp"
#include "domain/money/minor_unit.hpp"
#include "domain/tracking/destination.hpp"

namespace fairlead::app {

namespace json = boost::json;

namespace {

constexpr std::size_t kUrlLengthMax = 2048;
constexpr std::size_t kEmailLengthMax = 254;
constexpr std::size_t kEmailLocalLengthMax = 64;
constexpr std::size_t kDomainLengthMax = 253;
constexpr std::size_t kLabelLengthMax = 63;

Errors NotText() { return Wrong(ErrorCode::kWrongType, "must be a string"); }

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string ToLowerAscii(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

Errors CheckLength(std::string_view text, std::size_t length_max) {
    if (CountCodePoints(text) <= length_max) return {};
    return Wrong(ErrorCode::kTooLong, "must have at most " + std::to_string(length_max) + " characters");
}

bool IsLabel(std::string_view label) {
    const auto plain = [](char c) { return IsLetter(c) || IsDigit(c) || c == '-'; };
    return !label.empty() && label.size() <= kLabelLengthMax && std::ranges::all_of(label, plain) &&
           label.front() != '-' && label.back() != '-';
}

// At least two labels, like every public domain name.
bool IsDomain(std::string_view name) {
    if (name.size() > kDomainLengthMax || name.find('.') == std::string_view::npos) return false;
    while (true) {
        const auto dot = name.find('.');
        if (!IsLabel(name.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        name.remove_prefix(dot + 1);
    }
}

// What may be before the @ of an e-mail address: signs and letters of any script (RFC 5321, RFC 6531). Dots may be
// anywhere, because some providers have given out such addresses. The other signs separate addresses in the header of a
// mail, so an address with them could name other recipients. Quotes do not help: delivery sends no mail to such an
// address.
bool IsLocalPart(std::string_view text) {
    return !text.empty() && text.find_first_of("\"\\@(),:;<>[]") == std::string_view::npos;
}

// True if the text has the form of an e-mail address.
bool IsEmail(std::string_view text) {
    const auto at = text.rfind('@');
    if (at > kEmailLocalLengthMax) return false;  // Also true without an @.
    return IsLocalPart(text.substr(0, at)) && IsDomain(text.substr(at + 1));
}

Errors CheckWebUrl(const json::value& value, std::string& out, bool user_allowed) {
    std::string text;
    if (Errors errors = CheckText(value, kUrlLengthMax, text); !errors.empty()) return errors;
    const auto url = boost::urls::parse_uri(text);
    const bool web =
        url && (url->scheme_id() == boost::urls::scheme::http || url->scheme_id() == boost::urls::scheme::https);
    if (!web || url->host().empty()) return Wrong(ErrorCode::kInvalidValue, "must be an http or https URL");
    if (!user_allowed && url->has_userinfo()) {
        return Wrong(ErrorCode::kInvalidValue, "must not contain a user or password");
    }
    out = std::move(text);
    return {};
}

}  // namespace

Errors CheckText(const json::value& value, std::size_t length_max, std::string& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return NotText();
    const std::string_view view(*text);
    if (TrimSpaces(view).empty()) return Wrong(ErrorCode::kInvalidValue, "must not be empty");
    if (Errors errors = CheckLength(view, length_max); !errors.empty()) return errors;
    if (HasControlCharacter(view)) return Wrong(ErrorCode::kInvalidValue, "must not contain control characters");
    out = view;
    return {};
}

Errors CheckNotes(const json::value& value, std::size_t length_max, std::string& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return NotText();
    if (Errors errors = CheckLength(*text, length_max); !errors.empty()) return errors;
    std::string lines(*text);
    std::erase_if(lines, [](char c) { return c == '\n' || c == '\r' || c == '\t'; });
    if (HasControlCharacter(lines)) {
        return Wrong(ErrorCode::kInvalidValue, "must not contain control characters other than line breaks and tabs");
    }
    out = std::string_view(*text);
    return {};
}

Errors CheckInteger(const json::value& value, std::int64_t min, std::int64_t max, std::int64_t& out) {
    if (!value.is_int64() && !value.is_uint64()) return Wrong(ErrorCode::kWrongType, "must be a whole number");
    const bool fits = value.is_int64() && value.get_int64() >= min && value.get_int64() <= max;
    if (!fits) {
        return Wrong(ErrorCode::kInvalidValue, "must be from " + std::to_string(min) + " to " + std::to_string(max));
    }
    out = value.get_int64();
    return {};
}

Errors CheckBoolean(const json::value& value, bool& out) {
    if (!value.is_bool()) return Wrong(ErrorCode::kWrongType, "must be true or false");
    out = value.get_bool();
    return {};
}

Errors CheckName(const json::value& value, std::span<const std::string_view> names, std::size_t& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return NotText();
    const auto found = std::ranges::find(names, std::string_view(*text));
    if (found == names.end()) return Wrong(ErrorCode::kInvalidValue, MustBeOneOf(names));
    out = static_cast<std::size_t>(found - names.begin());
    return {};
}

Errors CheckUrl(const json::value& value, std::string& out) { return CheckWebUrl(value, out, /*user_allowed=*/true); }

Errors CheckDestination(const json::value& value, std::string& out) {
    std::string text;
    if (Errors errors = CheckText(value, tracking::kDestinationLengthMax, text); !errors.empty()) return errors;
    // The same rule as for redirects: an accepted URL can also be redirected to.
    const auto destination = tracking::Destination::Parse(text);
    if (!destination) return Wrong(destination.error().code, destination.error().message);
    out = std::move(text);
    return {};
}

Errors CheckEmail(const json::value& value, std::string& out) {
    std::string text;
    if (Errors errors = CheckText(value, kEmailLengthMax, text); !errors.empty()) return errors;
    if (!IsEmail(text)) return Wrong(ErrorCode::kInvalidValue, "must be an e-mail address");
    if (HasInvisibleCharacter(text) || HasBlankCharacter(text)) {
        return Wrong(ErrorCode::kInvalidValue, "must not contain spaces or invisible characters");
    }
    out = std::move(text);
    return {};
}

Errors CheckAmount(const json::value& value, Decimal& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return Wrong(ErrorCode::kWrongType, "must be a decimal number as a string");
    const auto amount = Decimal::ParsePlain(*text);
    if (!amount) return Wrong(amount.error().code, amount.error().message);
    if (amount->IsNegative()) return Wrong(ErrorCode::kNegativeAmount, "must not be negative");
    out = *amount;
    return {};
}

Errors CheckCurrency(const json::value& value, Currency& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return NotText();
    const auto currency = Currency::Parse(*text);
    if (!currency) return Wrong(ErrorCode::kInvalidCurrency, "must be a code of 3 to 10 letters and digits");
    out = *currency;
    return {};
}

Errors CheckDate(const json::value& value, Date& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return NotText();
    const auto date = Date::Parse(*text);
    if (!date) return Wrong(ErrorCode::kInvalidTime, "must be a date like 2026-03-10");
    out = *date;
    return {};
}

Errors CheckCountry(const json::value& value, std::string& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return NotText();
    if (text->size() != 2 || !std::ranges::all_of(*text, IsLetter)) {
        return Wrong(ErrorCode::kInvalidValue, "must be a country code of two letters");
    }
    out = ToUpperAscii(*text);
    return {};
}

Errors CheckColor(const json::value& value, std::string& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return NotText();
    const std::string lower = ToLowerAscii(*text);
    const auto is_hex = [](char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); };
    const bool color = lower.size() == 7 && lower.front() == '#' && std::all_of(lower.begin() + 1, lower.end(), is_hex);
    if (!color) return Wrong(ErrorCode::kInvalidValue, "must be a color like #1a2b3c");
    out = lower;
    return {};
}

Errors CheckDomain(const json::value& value, std::string& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return NotText();
    if (!IsDomain(*text) || IpAddress::Parse(std::string_view(*text))) {
        return Wrong(ErrorCode::kInvalidValue, "must be a domain name like partners.example.com");
    }
    out = ToLowerAscii(*text);
    return {};
}

Errors CheckTimeZone(const json::value& value, std::string& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return NotText();
    if (!IsTimeZone(*text)) {
        return Wrong(ErrorCode::kInvalidValue, "must be the name of a time zone like Europe/Malta");
    }
    out = std::string_view(*text);
    return {};
}

bool MayUse(const catalogue::Operator& self, Currency currency) {
    return IsInIso4217(currency) ||
           std::ranges::find(self.declared_currencies, currency) != self.declared_currencies.end();
}

}  // namespace fairlead::app

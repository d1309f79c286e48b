#include "app/resources/resource.hpp"

#include <algorithm>

#include <boost/url.hpp>

#include "base/text.hpp"

namespace fairlead::app {

namespace json = boost::json;

Errors CheckText(const json::value& value, std::size_t length_max, std::string& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return Wrong(ErrorCode::kWrongType, "must be a string");
    const std::string_view view(*text);
    if (TrimSpaces(view).empty()) return Wrong(ErrorCode::kInvalidValue, "must not be empty");
    if (CountCodePoints(view) > length_max) {
        return Wrong(ErrorCode::kTooLong, "must have at most " + std::to_string(length_max) + " characters");
    }
    if (HasControlCharacter(view)) return Wrong(ErrorCode::kInvalidValue, "must not contain control characters");
    out = view;
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

Errors CheckName(const json::value& value, std::span<const std::string_view> names, std::size_t& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return Wrong(ErrorCode::kWrongType, "must be a string");
    const auto found = std::ranges::find(names, std::string_view(*text));
    if (found == names.end()) {
        std::string message = "must be one of";
        for (const std::string_view name : names) message.append(" ").append(name);
        return Wrong(ErrorCode::kInvalidValue, std::move(message));
    }
    out = static_cast<std::size_t>(found - names.begin());
    return {};
}

Errors CheckUrl(const json::value& value, std::string& out) {
    if (value.is_null()) {
        out.clear();
        return {};
    }
    std::string text;
    if (Errors errors = CheckText(value, 2048, text); !errors.empty()) return errors;
    const auto url = boost::urls::parse_uri(text);
    const bool web =
        url && (url->scheme_id() == boost::urls::scheme::http || url->scheme_id() == boost::urls::scheme::https);
    if (!web || url->host().empty()) return Wrong(ErrorCode::kInvalidValue, "must be an http or https URL");
    out = text;
    return {};
}

}  // namespace fairlead::app

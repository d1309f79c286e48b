#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "app/catalogue/errors.hpp"
#include "base/number/decimal.hpp"
#include "base/text/json_text.hpp"
#include "base/time/date.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/money/money.hpp"

namespace fairlead::app {

// The errors in one value. The caller fills in the pointer.
inline Errors Wrong(ErrorCode code, std::string message, std::string pointer = {}) {
    return {Error{code, std::move(pointer), std::move(message)}};
}

// Each function reads a value into `out`, or returns its errors and leaves `out` unchanged.

// 1 to `length_max` code points without control characters.
Errors CheckText(const boost::json::value& value, std::size_t length_max, std::string& out);
// The same, but line breaks and an empty text are allowed.
Errors CheckNotes(const boost::json::value& value, std::size_t length_max, std::string& out);
Errors CheckInteger(const boost::json::value& value, std::int64_t min, std::int64_t max, std::int64_t& out);
Errors CheckBoolean(const boost::json::value& value, bool& out);
// The index of the value in `names`.
Errors CheckName(const boost::json::value& value, std::span<const std::string_view> names, std::size_t& out);
// An absolute http or https URL with a host.
Errors CheckUrl(const boost::json::value& value, std::string& out);
// The same, without a user or password, because browsers of visitors are redirected to it.
Errors CheckDestination(const boost::json::value& value, std::string& out);
Errors CheckEmail(const boost::json::value& value, std::string& out);
// Money as a decimal string that is not negative.
Errors CheckAmount(const boost::json::value& value, Decimal& out);
// Changes the code to upper case.
Errors CheckCurrency(const boost::json::value& value, Currency& out);
Errors CheckCountry(const boost::json::value& value, std::string& out);
// "2026-03-10".
Errors CheckDate(const boost::json::value& value, Date& out);
// "#rrggbb", changed to lower case.
Errors CheckColor(const boost::json::value& value, std::string& out);
// A domain name with at least two labels, changed to lower case.
Errors CheckDomain(const boost::json::value& value, std::string& out);
Errors CheckTimeZone(const boost::json::value& value, std::string& out);

// True if the operator may use the currency: it is in ISO 4217 or declared by the operator.
bool MayUse(const catalogue::Operator& self, Currency currency);

// Reads each item of a list with `read(item, out_item)`. The error of an item has its position in the pointer.
template <class Item, class Read>
Errors CheckList(const boost::json::value& value, std::size_t count_max, const Item& blank, Read read,
                 std::vector<Item>& out) {
    const auto* list = value.if_array();
    if (list == nullptr) return Wrong(ErrorCode::kWrongType, "must be a list");
    if (list->size() > count_max) {
        return Wrong(ErrorCode::kTooLong, "must have at most " + std::to_string(count_max) + " entries");
    }
    std::vector<Item> items;
    Errors all;
    for (std::size_t i = 0; i < list->size(); ++i) {
        Item item = blank;
        Errors errors = read((*list)[i], item);
        const bool twice = errors.empty() && std::ranges::find(items, item) != items.end();
        if (twice) errors = Wrong(ErrorCode::kInvalidValue, "is given more than once");
        if (!errors.empty()) AppendAt("/" + std::to_string(i), std::move(errors), all);
        if (all.HasMore()) break;
        items.push_back(std::move(item));
    }
    if (all.empty()) out = std::move(items);
    return all;
}

}  // namespace fairlead::app

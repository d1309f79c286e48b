#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/number/decimal.hpp"
#include "base/text/text.hpp"
#include "base/time/date.hpp"
#include "domain/money/money.hpp"
#include "ledger/sql/damaged_record.hpp"
#include "ledger/sql/value.hpp"

namespace fairlead::ledger {

// Converts members of records to and from columns. Values are checked before they are written, so a value that cannot
// be read is damaged.

inline Value Flag(bool value) { return Value::Of(std::int64_t{value ? 1 : 0}); }
inline Value Text(const std::string& text) { return Value::Of(std::string_view(text)); }

// Empty bytes are stored as NULL.
inline Value BytesOrNull(std::string_view bytes) {
    return bytes.empty() ? Value::Null() : Value{Value::Kind::kBytes, 0, bytes};
}

template <class IdType>
Value IdOrNull(const std::optional<IdType>& id) {
    return id ? Value::Of(*id) : Value::Null();
}

inline Value DateOrNull(const std::optional<Date>& date) {
    return date ? Value::Of(std::int64_t{date->days}) : Value::Null();
}

inline Value TimeOrNull(const std::optional<Timestamp>& time) { return time ? Value::Of(*time) : Value::Null(); }

inline std::optional<Timestamp> ReadOptionalTime(const ResultRows& rows, std::size_t row, Column column) {
    return rows.IsNull(row, column) ? std::nullopt : std::optional(rows.Time(row, column));
}

inline Value IntegerOrNull(const std::optional<int>& number) {
    return number ? Value::Of(std::int64_t{*number}) : Value::Null();
}

template <class Enum, std::size_t Count>
Value NameValue(const std::array<std::string_view, Count>& names, Enum value) {
    return Value::Of(names[static_cast<std::size_t>(value)]);
}

template <class Enum, std::size_t Count>
Enum FromName(const std::array<std::string_view, Count>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    CheckReadable(found != names.end(), "a name");
    return static_cast<Enum>(found - names.begin());
}

template <class IdType>
std::optional<IdType> ReadId(const ResultRows& rows, std::size_t row, Column column) {
    if (rows.IsNull(row, column)) return std::nullopt;
    return rows.Identifier<IdType>(row, column);
}

inline std::optional<int> ReadInteger(const ResultRows& rows, std::size_t row, Column column) {
    if (rows.IsNull(row, column)) return std::nullopt;
    return static_cast<int>(rows.Integer(row, column));
}

inline Date ReadDate(const ResultRows& rows, std::size_t row, Column column) {
    return {static_cast<std::int32_t>(rows.Integer(row, column))};
}

inline Currency ReadCurrency(const ResultRows& rows, std::size_t row, Column column) {
    const auto currency = Currency::Parse(rows.Text(row, column));
    CheckReadable(currency.has_value(), "a currency");
    return *currency;
}

inline Decimal ReadDecimal(const ResultRows& rows, std::size_t row, Column column) {
    const auto decimal = Decimal::Parse(rows.Text(row, column), Decimal::kSumDigitsMax);
    CheckReadable(decimal.has_value(), "an amount");
    return *decimal;
}

// A list in one column, separated by commas. Items must not contain a comma.
template <class Items, class ToText>
std::string Join(const Items& items, ToText to_text) {
    std::string joined;
    for (const auto& item : items) {
        if (!joined.empty()) joined += ',';
        joined += to_text(item);
    }
    return joined;
}

template <class Item>
std::vector<Item> ParseList(std::string_view joined) {
    std::vector<Item> items;
    for (const std::string_view text : SplitTrimmed(joined, ',')) {
        const auto item = Item::Parse(text);
        CheckReadable(item.has_value(), "a list");
        items.push_back(*item);
    }
    return items;
}

}  // namespace fairlead::ledger

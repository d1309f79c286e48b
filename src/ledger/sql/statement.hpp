#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "ledger/sql/column.hpp"

namespace fairlead::ledger {

// A portable statement. Drivers identify it by its address and prepare it once per connection. Parameters are $1, $2 …
// in the order in which they first appear. Words in braces differ between engines: see Dialect.
struct Sql {
    std::string_view text;

    Sql(const Sql&) = delete;
    Sql& operator=(const Sql&) = delete;
    explicit constexpr Sql(std::string_view portable) : text(portable) {}

    // The position of a selected column in a row of the result. A wrong name does not compile.
    consteval Column operator[](std::string_view name) const { return SelectList(text).Find(name); }
};

// A part of a statement. The compiler puts parts together, so that several statements and their reader can share a list
// of columns:
//
//     constexpr SqlText kBrandColumns("brand_id, name");
//     constexpr ComposedSql kSelectBrands("SELECT " + kBrandColumns + " FROM brands WHERE operator_id = $1");
//     brand.name = rows.String(row, kBrandColumns["name"]);
template <std::size_t Capacity>
class SqlText {
public:
    constexpr SqlText() = default;
    // From a literal, without its NUL.
    explicit(false) constexpr SqlText(const char (&literal)[Capacity + 1]) {
        Append(std::string_view(literal, Capacity));
    }

    constexpr std::string_view view() const { return {text_.data(), length_}; }
    // The position of a column of this list in a row. A wrong name does not compile.
    consteval Column operator[](std::string_view name) const { return SelectList(view()).Find(name); }
    consteval std::size_t column_count() const { return SelectList(view()).size(); }

    constexpr void Append(std::string_view more) {
        std::ranges::copy(more, text_.data() + length_);
        length_ += more.size();
    }
    constexpr void AppendNumber(std::size_t number) {
        if (number >= 10) AppendNumber(number / 10);
        const char digit = static_cast<char>('0' + number % 10);
        Append(std::string_view(&digit, 1));
    }

private:
    std::array<char, Capacity> text_{};
    std::size_t length_ = 0;
};

template <std::size_t Size>
SqlText(const char (&literal)[Size]) -> SqlText<Size - 1>;

template <std::size_t Left, std::size_t Right>
constexpr SqlText<Left + Right> operator+(const SqlText<Left>& left, const SqlText<Right>& right) {
    SqlText<Left + Right> both;
    both.Append(left.view());
    both.Append(right.view());
    return both;
}

template <std::size_t Left, std::size_t Size>
constexpr auto operator+(const SqlText<Left>& left, const char (&right)[Size]) {
    return left + SqlText(right);
}

template <std::size_t Size, std::size_t Right>
constexpr auto operator+(const char (&left)[Size], const SqlText<Right>& right) {
    return SqlText(left) + right;
}

// A statement made of parts. It stores its own text.
template <std::size_t Capacity>
struct ComposedSql : Sql {
    explicit constexpr ComposedSql(const SqlText<Capacity>& composed) : Sql({}), kept(composed) { text = kept.view(); }

    SqlText<Capacity> kept;
};

// "t.a, t.b" for the columns "a, b" of a table with the alias t.
template <std::size_t Alias, std::size_t Capacity>
constexpr auto Qualified(const char (&alias)[Alias], const SqlText<Capacity>& columns) {
    SqlText<(Alias + 1) * Capacity + Alias> text;
    SelectList rest(columns.view());
    for (bool first = true; !rest.empty(); first = false) {
        if (!first) text.Append(", ");
        text.Append(std::string_view(alias, Alias - 1));
        text.Append(".");
        text.Append(rest.TakeItem());
    }
    return text;
}

// "INSERT INTO table (a, b) VALUES ($1, $2)": parameters are in the order of the columns.
template <std::size_t TableSize, std::size_t Capacity>
constexpr auto InsertInto(const char (&table)[TableSize], const SqlText<Capacity>& columns) {
    // A column takes at least three characters ("a, "), and its parameter at most six (", $123").
    SqlText<TableSize + 4 * Capacity + 32> text;
    text.Append("INSERT INTO ");
    text.Append(std::string_view(table, TableSize - 1));
    text.Append(" (");
    text.Append(columns.view());
    text.Append(") VALUES (");
    const std::size_t count = SelectList(columns.view()).size();
    for (std::size_t number = 1; number <= count; ++number) {
        text.Append(number == 1 ? "$" : ", $");
        text.AppendNumber(number);
    }
    text.Append(")");
    return text;
}

// "a = excluded.a, b = excluded.b": replaces these columns of a row that exists.
template <std::size_t Capacity>
constexpr auto AssignExcluded(const SqlText<Capacity>& columns) {
    SqlText<8 * Capacity + 16> text;
    SelectList rest(columns.view());
    for (bool first = true; !rest.empty(); first = false) {
        const std::string_view name = rest.TakeItem();
        if (!first) text.Append(", ");
        text.Append(name);
        text.Append(" = excluded.");
        text.Append(name);
    }
    return text;
}

// Inserts a row, or replaces the `changing` columns of the row that has this key. Parameters are in this order: key,
// changing, fixed.
template <std::size_t Table, std::size_t Key, std::size_t Changing, std::size_t Fixed>
constexpr auto UpsertInto(const char (&table)[Table], const char (&key)[Key], const SqlText<Changing>& changing,
                          const char (&fixed)[Fixed]) {
    return InsertInto(table, SqlText(key) + ", " + changing + ", " + fixed) + " ON CONFLICT (" + SqlText(key) +
           ") DO UPDATE SET " + AssignExcluded(changing);
}

}  // namespace fairlead::ledger

#pragma once

#include <cstddef>
#include <string_view>

namespace fairlead::ledger {

// A position in a row. Only a SelectList finds further positions, by the names of columns, so that no code counts
// columns by hand. The default is the first column, for queries that select a single column.
class Column {
public:
    constexpr Column() = default;
    constexpr std::size_t index() const { return index_; }
    bool operator==(const Column&) const = default;

private:
    friend class SelectList;
    explicit constexpr Column(std::size_t index) : index_(index) {}

    std::size_t index_ = 0;
};

// The columns in a list ("a.number, amount"), in a SELECT, or after RETURNING. The name of a column is the word after
// AS, or its last word without the table: "max(at) AS newest" is `newest`, "a.number" is `number`, and "count(*)" has
// no name. Use it in constant expressions.
class SelectList {
public:
    explicit constexpr SelectList(std::string_view text) : rest_(text) {
        SkipBehind(" RETURNING ");
        Skip("SELECT ");
        Skip("DISTINCT ");
    }

    constexpr std::size_t size() {
        std::size_t count = 0;
        for (; !rest_.empty(); ++count) TakeItem();
        return count;
    }

    // Throws if no column or more than one column has this name, which is a compile error in a constant expression.
    constexpr Column Find(std::string_view name) {
        std::size_t found = kNone;
        if (name.empty()) throw "a column needs a name";
        for (std::size_t index = 0; !rest_.empty(); ++index) {
            if (NameOf(TakeItem()) != name) continue;
            if (found != kNone) throw "two columns have this name: give one of them another name with AS";
            found = index;
        }
        if (found == kNone) throw "no column has this name";
        return Column(found);
    }

    // Removes and returns the next column as it is written.
    constexpr std::string_view TakeItem() {
        const char* text = rest_.data();
        const std::size_t size = rest_.size();
        std::size_t end = 0;
        for (int depth = 0; end < size; ++end) {
            const char c = text[end];
            if (c == '(') ++depth;
            if (c == ')') --depth;
            // The space is compared first, because the compiler evaluates calls slowly here.
            if (depth == 0 && (c == ',' || (c == ' ' && rest_.substr(end).starts_with(" FROM ")))) break;
        }
        const std::string_view item = rest_.substr(0, end);
        const bool more = end < size && text[end] == ',';
        rest_ = more ? rest_.substr(end + 1) : std::string_view();
        while (rest_.starts_with(' ')) rest_.remove_prefix(1);
        return item;
    }
    constexpr bool empty() const { return rest_.empty(); }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    static constexpr bool IsSeparator(char c) { return c == ' ' || c == '.' || c == '(' || c == ')'; }
    static constexpr std::string_view NameOf(std::string_view item) {
        const char* text = item.data();
        std::size_t start = item.size();
        while (start > 0 && !IsSeparator(text[start - 1])) --start;
        return item.substr(start);
    }

    constexpr void Skip(std::string_view word) {
        if (rest_.starts_with(word)) rest_.remove_prefix(word.size());
    }

    // string_view::find is not constexpr for temporaries in GCC 12.
    constexpr void SkipBehind(std::string_view word) {
        const char* text = rest_.data();
        for (std::size_t at = 0; at < rest_.size(); ++at) {
            if (text[at] != word[0]) continue;
            if (rest_.substr(at).starts_with(word)) return rest_.remove_prefix(at + word.size());
        }
    }

    std::string_view rest_;
};

}  // namespace fairlead::ledger

#include "app/search/statement_words.hpp"

#include <array>
#include <charconv>
#include <string_view>

#include "app/search/search_words.hpp"
#include "base/text/text.hpp"

namespace fairlead::app {
namespace {

constexpr int kMonthsOfYear = 12;
constexpr std::array<std::string_view, kMonthsOfYear> kMonthNames{"january",   "february", "march",    "april",
                                                                  "may",       "june",     "july",     "august",
                                                                  "september", "october",  "november", "december"};
constexpr std::size_t kShortNameLength = 3;

// 0 for January.
std::optional<int> MonthNamed(std::string_view word) {
    for (int month = 0; month < kMonthsOfYear; ++month) {
        const std::string_view name = kMonthNames[static_cast<std::size_t>(month)];
        if (word == name || word == name.substr(0, kShortNameLength)) return month;
    }
    return std::nullopt;
}

std::optional<int> YearOf(std::string_view word) {
    int year = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), year);
    const bool whole = error == std::errc() && end == word.data() + word.size();
    return whole && year >= 2000 && year <= 2999 ? std::optional(year) : std::nullopt;
}

// The newest month with this name up to another month.
Period NewestUpTo(Period current, int month) {
    const int back = (current.number % kMonthsOfYear - month + kMonthsOfYear) % kMonthsOfYear;
    return {current.number - back};
}

}  // namespace

StatementWords StatementWords::Parse(std::string_view text, Period current) {
    StatementWords parsed;
    std::optional<int> month;
    std::optional<int> year;
    std::optional<Period> exact;
    const SearchWords words(text);
    for (const std::string& word : words.words()) {
        if (word == "statement" || word == "statements") continue;
        if (const auto period = Period::Parse(ToUpperAscii(word))) {
            exact = period;
        } else if (const auto named = MonthNamed(word)) {
            month = named;
        } else if (const auto number = YearOf(word)) {
            year = number;
        } else {
            parsed.affiliate += (parsed.affiliate.empty() ? "" : " ") + word;
        }
    }
    if (!exact && month) exact = year ? Period{*year * kMonthsOfYear + *month} : NewestUpTo(current, *month);
    if (exact) {
        parsed.from = parsed.to = exact;
    } else if (year) {
        parsed.from = Period{*year * kMonthsOfYear};
        parsed.to = Period{*year * kMonthsOfYear + kMonthsOfYear - 1};
    }
    return parsed;
}

}  // namespace fairlead::app

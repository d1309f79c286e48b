#include "facts/duckdb/duck_dialect.hpp"

#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "facts/duckdb/duck_columns.hpp"

namespace fairlead::facts {
namespace {

constexpr std::array<std::string_view, reporting::kDimensions> kDimensionColumns{
    "brand", "affiliate", "campaign", "creative", "link", "source", "deal", "player", "country", "geo_target", "device",
    "os",    "browser",   "currency", "period",   "sub1", "sub2",   "sub3", "sub4",   "sub5",    "product",    "game"};

std::string BytesLiteral(std::string_view bytes) {
    std::string literal = "'";
    for (const char byte : bytes) {
        fmt::format_to(std::back_inserter(literal), "\\x{:02X}", static_cast<unsigned char>(byte));
    }
    return literal + "'::BLOB";
}

}  // namespace

std::string DuckDialect::Column(reporting::Dimension dimension) const {
    return std::string(kDimensionColumns[static_cast<std::size_t>(dimension)]);
}

std::string DuckDialect::IsOwnedBy(OperatorId owner) const {
    // No word has a negative number.
    return fmt::format("owner = {}", words_.Find(owner.uuid).value_or(-1));
}

std::string DuckDialect::IsAmong(const app::DimensionFilter& filter) const {
    std::vector<std::string> values;
    const auto add_word = [&](const auto& word) {
        if (const auto number = words_.Find(word)) values.push_back(std::to_string(*number));
    };
    switch (StorageOf(filter.dimension)) {
        case DuckStorage::kWord:
            if (reporting::IsId(filter.dimension)) {
                for (const Uuid& id : filter.ids) add_word(id);
            } else {
                for (const std::string& text : filter.texts) add_word(std::string_view(text));
            }
            break;
        case DuckStorage::kPlayer:
            for (const Uuid& id : filter.ids) values.push_back(fmt::format("'{}'::UUID", id.ToString()));
            break;
        case DuckStorage::kBytes:
            for (const std::string& text : filter.texts) values.push_back(BytesLiteral(text));
            break;
    }
    if (values.empty()) return "false";
    return fmt::format("{} IN ({})", Column(filter.dimension), fmt::join(values, ", "));
}

bool DuckDialect::NeedsRates(OperatorId owner, const Currency& base) const {
    const auto own = words_.Find(owner.uuid);
    const auto plain = words_.Find(base.code());
    return std::ranges::any_of(amounts_.currencies,
                               [&](const auto& each) { return each.first == own && each.second != plain; });
}

std::string DuckDialect::NeedsNoRate(const Currency& base) const {
    // Faster than IN.
    return fmt::format("(currency = 0 OR currency = {})", words_.Find(base.code()).value_or(0));
}

std::string DuckDialect::IsNegative() const {
    if (!amounts_.has_high) return "amount_low < 0";
    return fmt::format("(amount_low::HUGEINT + amount_high::HUGEINT * {} < 0)", std::int64_t{1} << kAmountHighShift);
}

std::string DuckDialect::SumOfAmounts() const {
    return amounts_.has_high ? "sum(amount_low), sum(amount_high)" : "sum(amount_low), 0";
}

std::string DuckDialect::Quotient(std::string_view dividend, std::int64_t divisor) const {
    return fmt::format("({} // {})", dividend, divisor);
}

std::string DuckDialect::MonthOf(std::string_view day) const {
    // DuckDB looks up usual dates in a table, which is much faster than divisions.
    const auto date = fmt::format("(DATE '1970-01-01' + CAST({} AS INTEGER))", day);
    return fmt::format("(year({0}) * 12 + month({0}) - 1)", date);
}

}  // namespace fairlead::facts

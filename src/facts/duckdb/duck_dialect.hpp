#pragma once

#include <algorithm>
#include <set>
#include <utility>

#include "facts/duckdb/word_table.hpp"
#include "facts/question_sql.hpp"

namespace fairlead::facts {

// What is known about the amounts in a file, so that queries can leave out unneeded work. It may list more than the
// file has, never less.
struct DuckAmounts {
    bool has_high = false;                                            // At least one amount has a high part.
    std::set<std::pair<std::int32_t, std::int32_t>> currencies = {};  // By owner and currency, as numbers of words.

    bool Include(const DuckAmounts& others) const {
        return (has_high || !others.has_high) && std::ranges::includes(currencies, others.currencies);
    }
};

// SQL for the tables in duck_columns.hpp.
class DuckDialect final : public SqlDialect {
public:
    // Both must outlive the object.
    DuckDialect(const WordTable& words, const DuckAmounts& amounts) : words_(words), amounts_(amounts) {}

    std::string Table() const override { return "facts"; }
    std::string Column(reporting::Dimension dimension) const override;
    std::string IsOwnedBy(OperatorId owner) const override;
    std::string IsAmong(const app::DimensionFilter& filter) const override;
    bool NeedsRates(OperatorId owner, const Currency& base) const override;
    std::string NeedsNoRate(const Currency& base) const override;
    std::string NoCurrency() const override { return "0"; }
    std::string IsNegative() const override;
    std::string SumOfAmounts() const override;
    std::string Quotient(std::string_view dividend, std::int64_t divisor) const override;
    std::string MonthOf(std::string_view day) const override;

private:
    const WordTable& words_;
    const DuckAmounts& amounts_;
};

}  // namespace fairlead::facts

#pragma once

#include "facts/duckdb/word_table.hpp"
#include "facts/question_sql.hpp"

namespace fairlead::facts {

// SQL for the tables of duck_columns.hpp.
class DuckDialect final : public SqlDialect {
public:
    DuckDialect(const WordTable& words, bool has_high_amounts) : words_(words), has_high_amounts_(has_high_amounts) {}

    std::string Table() const override { return "facts"; }
    std::string Column(reporting::Dimension dimension) const override;
    std::string IsOwnedBy(OperatorId owner) const override;
    std::string IsAmong(const app::DimensionFilter& filter) const override;
    std::string NeedsNoRate(const Currency& base) const override;
    std::string NoCurrency() const override { return "0"; }
    std::string SumOfAmounts() const override;
    std::string Quotient(std::string_view dividend, std::int64_t divisor) const override;
    std::string MonthOf(std::string_view day) const override;

private:
    const WordTable& words_;
    const bool has_high_amounts_;
};

}  // namespace fairlead::facts

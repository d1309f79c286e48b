#pragma once

#include <span>
#include <string>
#include <string_view>

#include "facts/question_sql.hpp"

namespace fairlead::facts {

// The table as it is in a database of ClickHouse. Ids are FixedString(16) and texts String: dictionaries of few values
// are declared differently from release to release, and compress hardly better.
class FactTable {
public:
    struct Column {
        std::string_view name;
        std::string_view type;
    };
    // kind, owner, minute, weight, amount, visitor, then the dimensions in their order.
    static std::span<const Column> Columns();
    static std::string_view ColumnOf(reporting::Dimension dimension);

    // The rows that are marks: who, up to which block (weight), after which block (visitor, 0 for none), and when the
    // block was recorded (amount, its units in microseconds). They stand in the table of the facts because what one
    // INSERT writes there as one block is there whole or not at all; nothing else of ClickHouse is.
    static constexpr reporting::FactKind kMark{reporting::FactKind::kCodesEnd};

    explicit FactTable(std::string database) : database_(std::move(database)) {}

    const std::string& database() const { return database_; }
    // A new form of the table gets a new name, and is filled from the ledger.
    static std::string_view name() { return "facts_1"; }
    std::string QualifiedName() const;

    // `settings` as the engine's clause has them: "a = 1, b = 2", or nothing.
    std::string CreateSql(std::string_view settings) const;

private:
    std::string database_;
};

// Any bytes as a literal.
std::string Quoted(std::string_view text);
std::string Quoted(const Uuid& id);

// What questions are written in, for releases from 18.16 on.
class ClickHouseDialect final : public SqlDialect {
public:
    explicit ClickHouseDialect(const FactTable& table) : table_(table) {}

    std::string Table() const override { return table_.QualifiedName(); }
    std::string Column(reporting::Dimension dimension) const override;
    std::string IsOwnedBy(OperatorId owner) const override;
    std::string IsAmong(const app::DimensionFilter& filter) const override;
    std::string NeedsNoRate(const Currency& base) const override;
    std::string NoCurrency() const override { return "''"; }
    std::string SumOfAmounts() const override { return "sum(amount) AS amounts"; }
    std::string Quotient(std::string_view dividend, std::int64_t divisor) const override;

private:
    const FactTable& table_;
};

}  // namespace fairlead::facts

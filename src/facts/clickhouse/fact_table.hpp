#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "facts/question_sql.hpp"

namespace fairlead::facts {

// The table in a ClickHouse database. Ids are FixedString(16) and texts are String.
class FactTable {
public:
    struct Column {
        std::string_view name;
        std::string_view type;  // As inserted.
        bool has_few_values = false;
    };
    // How columns with few values are stored. A server with such a dictionary converts inserted texts by itself, so
    // tables of both kinds are used in the same way.
    enum class FewValues : std::uint8_t { kAsText, kInDictionary };
    // The first release in which every server can have dictionaries (LowCardinality) without a setting.
    static constexpr std::uint64_t kDictionariesSince = 20;
    // kind, owner, minute, weight, amount, visitor, then the dimensions in their order.
    static std::span<const Column> Columns();
    static std::string_view ColumnOf(reporting::Dimension dimension);

    // A row with this kind is a mark: its operator, its block (weight), the previous block (visitor, 0 for none) and
    // the time of the block (amount, in microseconds). Marks are in the table of the facts because only one block of
    // one INSERT is atomic in ClickHouse.
    static constexpr reporting::FactKind kMark{reporting::FactKind::kCodesEnd};

    explicit FactTable(std::string database) : database_(std::move(database)) {}

    const std::string& database() const { return database_; }
    // A new layout gets a new table name and is filled from the ledger.
    static std::string_view name() { return "facts_2"; }
    std::string QualifiedName() const;

    // `settings` is the engine's SETTINGS clause, such as "a = 1, b = 2", or empty.
    std::string CreateSql(FewValues few_values, std::string_view settings) const;
    // For administrators. Each server of the cluster stores a copy, under the name in its macro `replica`.
    std::string CreateReplicatedSql(FewValues few_values, std::string_view cluster) const;

private:
    std::string database_;
};

// A literal of any bytes.
std::string Quoted(std::string_view text);
std::string Quoted(const Uuid& id);

// The SQL dialect of ClickHouse, from release 18.16 on.
class ClickHouseDialect final : public SqlDialect {
public:
    explicit ClickHouseDialect(const FactTable& table) : table_(table) {}

    std::string Table() const override { return table_.QualifiedName(); }
    std::string Column(reporting::Dimension dimension) const override;
    std::string IsOwnedBy(OperatorId owner) const override;
    std::string IsAmong(const app::DimensionFilter& filter) const override;
    std::string NeedsNoRate(const Currency& base) const override;
    std::string NoCurrency() const override { return "''"; }
    std::string IsNegative() const override { return "amount < 0"; }
    std::string SumOfAmounts() const override { return "sum(amount) AS amounts"; }
    std::string Quotient(std::string_view dividend, std::int64_t divisor) const override;

private:
    const FactTable& table_;
};

}  // namespace fairlead::facts

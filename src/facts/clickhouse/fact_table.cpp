#include "facts/clickhouse/fact_table.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fairlead::facts {
namespace {

constexpr std::size_t kDimensionsFrom = 6;
constexpr std::string_view kId = "FixedString(16)";
constexpr std::string_view kText = "String";
constexpr bool kHasFewValues = true;

constexpr auto kTableColumns = std::to_array<FactTable::Column>({
    {"kind", "UInt8"},
    {"owner", kId},
    {"minute", "Int32"},
    {"weight", "Int64"},
    {"amount", "Decimal(38, 8)"},
    {"visitor", "UInt64"},
    {"brand", kId},
    {"affiliate", kId},
    {"campaign", kId},
    {"creative", kId},
    {"link", kId},
    {"source", kId},
    {"deal", kId},
    {"player", kId},
    {"country", kText, kHasFewValues},
    {"geo_target", kText, kHasFewValues},
    {"device", kText, kHasFewValues},
    {"os", kText, kHasFewValues},
    {"browser", kText, kHasFewValues},
    {"currency", kText, kHasFewValues},
    {"period", kText, kHasFewValues},
    {"sub1", kText},
    {"sub2", kText},
    {"sub3", kText},
    {"sub4", kText},
    {"sub5", kText},
    {"product", kText, kHasFewValues},
    {"game", kText, kHasFewValues},
});
static_assert(kTableColumns.size() == kDimensionsFrom + reporting::kDimensions);

// The table has no partitions, because an INSERT into several partitions is not atomic. The kind comes first in the
// order, so that marks are stored together, and each kind of an operator by time.
constexpr std::string_view kOrder = "ORDER BY (kind, owner, minute)";

std::string ColumnsSql(FactTable::FewValues few_values) {
    std::vector<std::string> columns;
    for (const auto& [name, type, has_few_values] : kTableColumns) {
        const bool in_dictionary = has_few_values && few_values == FactTable::FewValues::kInDictionary;
        columns.push_back(in_dictionary ? fmt::format("{} LowCardinality({})", name, type)
                                        : fmt::format("{} {}", name, type));
    }
    return fmt::format("{}", fmt::join(columns, ", "));
}

// Escapes quotes, backslashes and control characters. All other bytes stay as they are.
void AppendEscaped(std::string& out, unsigned char byte) {
    if (byte < 0x20 || byte == 0x7F || byte == '\'' || byte == '\\') {
        fmt::format_to(std::back_inserter(out), "\\x{:02X}", byte);
    } else {
        out += static_cast<char>(byte);
    }
}

}  // namespace

std::span<const FactTable::Column> FactTable::Columns() { return kTableColumns; }

std::string_view FactTable::ColumnOf(reporting::Dimension dimension) {
    return kTableColumns.at(kDimensionsFrom + static_cast<std::size_t>(dimension)).name;
}

std::string FactTable::QualifiedName() const { return fmt::format("`{}`.`{}`", database_, name()); }

std::string FactTable::CreateSql(FewValues few_values, std::string_view settings) const {
    return fmt::format("CREATE TABLE IF NOT EXISTS {} ({}) ENGINE = MergeTree {}{}{}", QualifiedName(),
                       ColumnsSql(few_values), kOrder, settings.empty() ? "" : " SETTINGS ", settings);
}

std::string FactTable::CreateReplicatedSql(FewValues few_values, std::string_view cluster) const {
    return fmt::format(
        "CREATE TABLE IF NOT EXISTS {} ON CLUSTER `{}` ({}) "
        "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{}/{}', '{{replica}}') {}",
        QualifiedName(), cluster, ColumnsSql(few_values), database_, name(), kOrder);
}

std::string Quoted(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) AppendEscaped(quoted, static_cast<unsigned char>(c));
    return quoted + "'";
}

std::string Quoted(const Uuid& id) {
    std::string quoted = "'";
    for (const auto byte : id.bytes) fmt::format_to(std::back_inserter(quoted), "\\x{:02X}", byte);
    return quoted + "'";
}

std::string ClickHouseDialect::Column(reporting::Dimension dimension) const {
    return std::string(FactTable::ColumnOf(dimension));
}

std::string ClickHouseDialect::IsOwnedBy(OperatorId owner) const { return "owner = " + Quoted(owner.uuid); }

std::string ClickHouseDialect::IsAmong(const app::DimensionFilter& filter) const {
    std::vector<std::string> values;
    if (reporting::IsId(filter.dimension)) {
        for (const Uuid& id : filter.ids) values.push_back(Quoted(id));
    } else {
        for (const auto& text : filter.texts) values.push_back(Quoted(text));
    }
    return fmt::format("{} IN ({})", Column(filter.dimension), fmt::join(values, ", "));
}

std::string ClickHouseDialect::NeedsNoRate(const Currency& base) const {
    return fmt::format("currency IN ('', {})", Quoted(base.code()));
}

std::string ClickHouseDialect::Quotient(std::string_view dividend, std::int64_t divisor) const {
    return fmt::format("intDiv({}, {})", dividend, divisor);
}

}  // namespace fairlead::facts

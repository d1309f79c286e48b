#include "facts/clickhouse/fact_table.hpp"

#include <gmock/gmock.h>

#include "facts/clickhouse/native_block.hpp"

namespace fairlead::facts {
namespace {

using namespace std::string_literals;
using reporting::Dimension;
using testing::HasSubstr;
using testing::Not;
using FewValues = FactTable::FewValues;

TEST(FactTable, DimensionsAreColumnsOfTheirOwnType) {
    for (std::size_t i = 0; i < reporting::kDimensions; ++i) {
        const auto dimension = static_cast<Dimension>(i);
        const auto& column = FactTable::Columns()[6 + i];
        EXPECT_EQ(FactTable::ColumnOf(dimension), column.name);
        EXPECT_EQ(column.type, reporting::IsId(dimension) ? "FixedString(16)" : "String") << column.name;
    }
    EXPECT_EQ(FactTable::ColumnOf(Dimension::kBrand), "brand");
    EXPECT_EQ(FactTable::ColumnOf(Dimension::kCurrency), "currency");
    EXPECT_EQ(FactTable::ColumnOf(Dimension::kGame), "game");
}

TEST(FactTable, ColumnsWithFewValuesHaveADictionary) {
    const FactTable table("reports");
    EXPECT_THAT(table.CreateSql(FewValues::kAsText, ""), Not(HasSubstr("LowCardinality")));
    const auto sql = table.CreateSql(FewValues::kInDictionary, "");
    EXPECT_THAT(sql, HasSubstr(", player FixedString(16), country LowCardinality(String), "));
    EXPECT_THAT(sql, HasSubstr(", sub1 String, ")) << "an affiliate can send any number of values";
}

TEST(FactTable, AClusterGetsTheSameColumnsInAReplicatedTable) {
    const FactTable table("reports");
    const auto one = table.CreateSql(FewValues::kInDictionary, "");
    const auto all = table.CreateReplicatedSql(FewValues::kInDictionary, "every-server");
    const auto columns = one.substr(one.find(" ("), one.find(" ENGINE") - one.find(" ("));
    EXPECT_TRUE(columns.ends_with("game LowCardinality(String))"));
    EXPECT_EQ(all, "CREATE TABLE IF NOT EXISTS `reports`.`facts_2` ON CLUSTER `every-server`" + columns +
                       " ENGINE = ReplicatedMergeTree('/clickhouse/tables/reports/facts_2', '{replica}')"
                       " ORDER BY (kind, owner, minute)");
}

TEST(FactTable, TextsCannotLeaveTheirQuotes) {
    EXPECT_EQ(Quoted("plain"), "'plain'");
    EXPECT_EQ(Quoted("o'clock\\"), R"('o\x27clock\x5C')");
    EXPECT_EQ(Quoted("a\0b\n"s), R"('a\x00b\x0A')");
    EXPECT_EQ(Quoted("größer"), "'größer'");
    EXPECT_EQ(Quoted(Uuid{.bytes = {0, 1, 0xFF}}),
              R"('\x00\x01\xFF\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00')");
}

TEST(NativeBlock, HasItsRowsColumnAfterColumn) {
    NativeBlock block;
    reporting::FactRow row{.kind = {7}, .weight = -1, .country = "DE"};
    block.Add(row);
    row.kind = {8};
    row.country = "";
    block.Add(row);
    ASSERT_EQ(block.row_count(), 2);
    const auto& parts = block.Parts();
    ASSERT_EQ(parts.size(), 1 + (2 * FactTable::Columns().size()));
    EXPECT_EQ(parts[0], "\x1C\x02");
    EXPECT_EQ(parts[1], "\x04kind\x05UInt8");
    EXPECT_EQ(parts[2], "\x07\x08");
    EXPECT_EQ(parts[8], std::string(16, '\xFF'));
    const auto country = 1 + (2 * (6 + static_cast<std::size_t>(Dimension::kCountry)));
    EXPECT_EQ(parts[country],
              "\x07"
              "country\x06String");
    EXPECT_EQ(parts[country + 1],
              "\x02"
              "DE\0"s);
}

}  // namespace
}  // namespace fairlead::facts

#include "ledger/sql/statement.hpp"

#include <gtest/gtest.h>

#include "ledger/sql/value.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kColumns("a.number, amount, coalesce(x, y) AS either");
constexpr ComposedSql kComposed("SELECT " + kColumns + " FROM t a WHERE a.operator_id = $1");
constexpr Sql kPlain(
    "SELECT DISTINCT b, CASE WHEN c IN (1, 2) THEN d ELSE e END AS chosen, count(*) FROM t ORDER BY b");
constexpr ComposedSql kReturning(InsertInto("t", SqlText("b, c")) + " RETURNING b, extract(epoch FROM d) AS epoch");

// A row whose cells are their own positions.
ResultRows Positions(int columns) {
    ResultRows rows;
    rows.StartRow(0);
    for (int i = 0; i < columns; ++i) rows.AddInteger(i);
    return rows;
}

TEST(Columns, ANameLeadsToItsPositionInTheList) {
    const ResultRows rows = Positions(3);
    EXPECT_EQ(rows.Integer(0, kColumns["number"]), 0);
    EXPECT_EQ(rows.Integer(0, kColumns["amount"]), 1);
    EXPECT_EQ(rows.Integer(0, kColumns["either"]), 2);
    EXPECT_EQ(rows.Integer(0), 0) << "without a name, the first column is read";
    static_assert(kColumns.column_count() == 3);
}

TEST(Columns, AStatementKnowsTheColumnsThatItSelects) {
    const ResultRows rows = Positions(3);
    EXPECT_EQ(rows.Integer(0, kComposed["amount"]), 1);
    EXPECT_EQ(rows.Integer(0, kComposed["either"]), 2);
    EXPECT_EQ(rows.Integer(0, kPlain["b"]), 0);
    EXPECT_EQ(rows.Integer(0, kPlain["chosen"]), 1);
    EXPECT_EQ(rows.Integer(0, kReturning["epoch"]), 1);
}

// Find throws for such a name. A throw in a constant expression is a compile error, because operator[] is consteval.
TEST(Columns, AnUnknownOrAmbiguousNameIsRefused) {
    EXPECT_THROW(SelectList("a, b").Find("c"), const char*);
    EXPECT_THROW(SelectList("SELECT a, count(*) FROM c").Find("c"), const char*);
    EXPECT_THROW(SelectList("a, t.a").Find("a"), const char*);
    EXPECT_THROW(SelectList("a, count(*)").Find(""), const char*);
}

TEST(Columns, ANumberIsNotAColumn) {
    static_assert(!std::is_convertible_v<int, Column> && !std::is_constructible_v<Column, std::size_t>);
}

TEST(ComposedSql, KeepsTheTextOfItsParts) {
    EXPECT_EQ(kComposed.text, "SELECT a.number, amount, coalesce(x, y) AS either FROM t a WHERE a.operator_id = $1");
    const Sql& statement = kComposed;
    EXPECT_EQ(statement.text.data(), kComposed.kept.view().data());
}

TEST(ComposedSql, AnInsertNumbersItsParametersInOrder) {
    constexpr SqlText kMany("a, b, c, d, e, f, g, h, i, j, k");
    static constexpr ComposedSql kInsert(InsertInto("t", kMany));
    EXPECT_EQ(kInsert.text,
              "INSERT INTO t (a, b, c, d, e, f, g, h, i, j, k) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");
}

TEST(ComposedSql, AnUpsertReplacesOnlyTheColumnsThatMayChange) {
    static constexpr ComposedSql kUpsert(UpsertInto("t", "operator_id, id", SqlText("name, active"), "created_at"));
    EXPECT_EQ(kUpsert.text,
              "INSERT INTO t (operator_id, id, name, active, created_at) VALUES ($1, $2, $3, $4, $5)"
              " ON CONFLICT (operator_id, id) DO UPDATE SET name = excluded.name, active = excluded.active");
}

TEST(ComposedSql, ColumnsCanBeQualifiedWithATable) {
    static constexpr ComposedSql kQualified("SELECT " + Qualified("t", SqlText("a, b")) + " FROM table t");
    EXPECT_EQ(kQualified.text, "SELECT t.a, t.b FROM table t");
}

}  // namespace
}  // namespace fairlead::ledger

#include "ledger/postgres/wide_insert.hpp"

#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

std::string Widened(std::string_view sql, std::size_t rows) {
    const auto insert = WideInsert::Of(sql);
    return insert ? insert->Text(rows) : "not wide";
}

TEST(WideInsert, NumbersTheParametersOfAllRowsConsecutively) {
    EXPECT_EQ(Widened("INSERT INTO keys (a, b) VALUES ($1, $2)", 3),
              "INSERT INTO keys (a, b) VALUES ($1, $2), ($3, $4), ($5, $6)");
}

TEST(WideInsert, RepeatsAParameterThatARowNamesTwice) {
    EXPECT_EQ(Widened("INSERT INTO t (a, b, c) VALUES ($1, $2, $2)", 2),
              "INSERT INTO t (a, b, c) VALUES ($1, $2, $2), ($3, $4, $4)");
}

TEST(WideInsert, KeepsConstantsAmongTheValues) {
    EXPECT_EQ(Widened("INSERT INTO t (a, b) VALUES ($1, 7)", 2), "INSERT INTO t (a, b) VALUES ($1, 7), ($2, 7)");
}

TEST(WideInsert, CanIgnoreExistingRows) {
    EXPECT_EQ(Widened("INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING", 2),
              "INSERT INTO t (a) VALUES ($1), ($2) ON CONFLICT DO NOTHING");
}

std::string Copied(std::string_view sql) {
    const auto insert = WideInsert::Of(sql);
    return (insert ? insert->CopyText() : std::nullopt).value_or("not copied");
}

TEST(WideInsert, BecomesACopyIfItsParametersAreTheColumns) {
    EXPECT_EQ(Copied("INSERT INTO keys (a, b) VALUES ($1, $2)"), "COPY keys (a, b) FROM STDIN (FORMAT binary)");
    EXPECT_EQ(Copied("INSERT INTO t (a, b) VALUES ($2, $1)"), "not copied");
    EXPECT_EQ(Copied("INSERT INTO t (a, b) VALUES ($1, $1)"), "not copied");
    EXPECT_EQ(Copied("INSERT INTO t (a, b) VALUES ($1, 7)"), "not copied");
    EXPECT_EQ(Copied("INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING"), "not copied");
}

TEST(WideInsert, AcceptsOnlyAPlainInsertOfValues) {
    EXPECT_EQ(Widened("UPDATE t SET a = $1 WHERE b = $2", 2), "not wide");
    EXPECT_EQ(Widened("INSERT INTO t (a) SELECT $1", 2), "not wide");
    EXPECT_EQ(Widened("INSERT INTO t (a) VALUES ($1) RETURNING a", 2), "not wide");
    EXPECT_EQ(Widened("INSERT INTO t (a) VALUES (lower($1))", 2), "not wide");
    EXPECT_EQ(Widened("INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET a = $1", 2), "not wide");
}

}  // namespace
}  // namespace fairlead::ledger

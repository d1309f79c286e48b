#include "ledger/postgres/bulk_lookup.hpp"

#include <gtest/gtest.h>

#include "ledger/postgres/binary_form.hpp"

namespace fairlead::ledger {
namespace {

using namespace std::string_literals;

std::string Text(std::string_view sql, std::vector<Oid> types) {
    const auto lookup = BulkLookup::Of(sql, types);
    return lookup ? lookup->text() : "one by one";
}

TEST(BulkLookup, LooksUpEachRowOfParametersSeparately) {
    EXPECT_EQ(Text("SELECT a, b FROM t WHERE operator_id = $1 AND d = $2 AND e = $3 ORDER BY a",
                   {kPostgresUuid, kPostgresInteger, kPostgresText}),
              "SELECT asked.row, found.* FROM unnest($2::bigint[], $3::text[]) WITH ORDINALITY AS asked(p2, p3, row)"
              " CROSS JOIN LATERAL (SELECT a, b FROM t WHERE operator_id = $1 AND d = asked.p2 AND e = asked.p3"
              " ORDER BY a OFFSET 0) AS found");
}

TEST(BulkLookup, OtherStatementsRunOneByOne) {
    const std::string scoped = "SELECT a FROM t WHERE operator_id = $1 AND b = $2";
    EXPECT_NE(Text(scoped, {kPostgresUuid, kPostgresText}), "one by one");
    EXPECT_EQ(Text(scoped + " LIMIT $3", {kPostgresUuid, kPostgresText, kPostgresInteger}), "one by one");
    EXPECT_EQ(Text(scoped + " FOR UPDATE", {kPostgresUuid, kPostgresText}), "one by one");
    EXPECT_EQ(Text("SELECT a FROM t WHERE b = $1 AND c = $2", {kPostgresUuid, kPostgresText}), "one by one");
    EXPECT_EQ(Text("UPDATE t SET a = $2 WHERE operator_id = $1", {kPostgresUuid, kPostgresText}), "one by one");
    constexpr Oid kNumeric = 1700;
    EXPECT_EQ(Text(scoped, {kPostgresUuid, kNumeric}), "one by one");
}

TEST(BulkLookup, TheArgumentsAreTheOperatorAndAnArrayPerColumn) {
    const auto lookup = BulkLookup::Of("SELECT a FROM t WHERE operator_id = $1 AND b = $2 AND c = $3",
                                       std::vector{kPostgresUuid, kPostgresText, kPostgresInteger});
    ASSERT_TRUE(lookup);
    const OperatorId owner = OperatorId::New();
    ParameterRows rows(3);
    rows.Add({Value::Of(owner), Value::Of(std::string_view("hi")), Value::Of(std::int64_t{-2})});
    rows.Add({Value::Of(owner), Value::Of(std::string_view("")), Value::Of(std::int64_t{258})});
    const std::string dimensions = "\0\0\0\1\0\0\0\0"s;
    const std::string two_from_one = "\0\0\0\2\0\0\0\1"s;
    const auto arguments = lookup->Arguments(rows);
    ASSERT_TRUE(arguments);
    ASSERT_EQ(arguments->size(), 3U);
    EXPECT_EQ((*arguments)[0], std::string(owner.uuid.bytes.begin(), owner.uuid.bytes.end()));
    EXPECT_EQ((*arguments)[1], dimensions + "\0\0\0\31"s + two_from_one + "\0\0\0\2hi"s + "\0\0\0\0"s);
    EXPECT_EQ((*arguments)[2], dimensions + "\0\0\0\24"s + two_from_one + "\0\0\0\10\377\377\377\377\377\377\377\376"s +
                                   "\0\0\0\10\0\0\0\0\0\0\1\2"s);
    const OperatorId other = OperatorId::New();
    rows.Add({Value::Of(other), Value::Of(std::string_view("")), Value::Of(std::int64_t{1})});
    EXPECT_FALSE(lookup->Arguments(rows));
}

// The format: size, number of groups of four digits, weight of the first group, sign, digits after the point, groups.
std::string Numeric(std::string_view text) {
    std::string field;
    AppendField(field, Value::DecimalText(text));
    return field;
}

TEST(BinaryForm, ADecimalIsGroupsOfFourDigitsAroundThePoint) {
    EXPECT_EQ(Numeric("12345.678"), "\0\0\0\16"s + "\0\3"s + "\0\1"s + "\0\0"s + "\0\3"s + "\0\1\11\51\32\174"s);
    EXPECT_EQ(Numeric("-0.0001"), "\0\0\0\12"s + "\0\1"s + "\377\377"s + "\100\0"s + "\0\4"s + "\0\1"s);
    EXPECT_EQ(Numeric("10000"), "\0\0\0\12"s + "\0\1"s + "\0\1"s + "\0\0"s + "\0\0"s + "\0\1"s);
    EXPECT_EQ(Numeric("0.00"), "\0\0\0\10"s + "\0\0"s + "\0\0"s + "\0\0"s + "\0\2"s);
}

TEST(BinaryForm, ARowIsItsNumberOfFieldsAndTheFields) {
    std::string row;
    const std::array values{Value::Null(), Value::Of(std::string_view("x")), Value::Of(std::int64_t{1})};
    AppendBinaryRow(row, values);
    EXPECT_EQ(row, "\0\3"s + "\377\377\377\377"s + "\0\0\0\1x"s + "\0\0\0\10\0\0\0\0\0\0\0\1"s);
}

}  // namespace
}  // namespace fairlead::ledger

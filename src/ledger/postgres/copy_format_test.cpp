#include "ledger/postgres/copy_format.hpp"

#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

using namespace std::string_literals;

const std::string kHead = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0"s;
const std::string kEnd = "\377\377"s;

TEST(CopyFormat, RowsAreParsedFromPiecesOfAnySize) {
    const std::string row = "\0\4"s + "\0\0\0\10\377\377\377\377\377\377\377\376"s + "\0\0\0\2hi"s +
                            "\377\377\377\377"s + "\0\0\0\3\0\1\2"s;
    const std::string stream = kHead + row + row + kEnd;
    for (std::size_t step = 1; step <= stream.size(); ++step) {
        CopyParser parser({PostgresType::kInteger, PostgresType::kText, PostgresType::kNumeric, PostgresType::kBytes});
        int rows = 0;
        for (std::size_t at = 0; at < stream.size(); at += step) {
            ASSERT_TRUE(parser.Take(std::string_view(stream).substr(at, step), [&](std::span<const Value> cells) {
                ++rows;
                EXPECT_EQ(cells[0].integer, -2);
                EXPECT_EQ(cells[1].data, "hi");
                EXPECT_EQ(cells[2].kind, Value::Kind::kNull);
                EXPECT_EQ(cells[3].data, "\0\1\2"s);
                return Status();
            }));
        }
        EXPECT_EQ(rows, 2) << step;
        EXPECT_TRUE(parser.IsComplete()) << step;
    }
}

TEST(CopyFormat, AStreamWithoutItsEndIsNotComplete) {
    CopyParser parser({PostgresType::kText});
    const auto ignore = [](std::span<const Value>) { return Status(); };
    EXPECT_TRUE(parser.Take(kHead + "\0\1\0\0\0\1x"s, ignore));
    EXPECT_FALSE(parser.IsComplete());
    EXPECT_FALSE(CopyParser({PostgresType::kText}).Take(std::string(30, 'x'), ignore));
}

TEST(CopyFormat, TextIsEscapedAndBytesAreHexadecimal) {
    std::string out;
    const std::vector<Value> row{Value::Null(),
                                 Value::Of(std::int64_t{-7}),
                                 Value::Of(std::string_view("a\\b\tc\nd\re")),
                                 Value::Of(std::string_view("12.5")),
                                 {Value::Kind::kBytes, 0, "\x01\xab"},
                                 {Value::Kind::kBytes, 0, "\x01\xab"}};
    AppendCopyRow(out, row,
                  std::vector{PostgresType::kText, PostgresType::kInteger, PostgresType::kText, PostgresType::kNumeric,
                              PostgresType::kBytes, PostgresType::kUuid});
    EXPECT_EQ(out, "\\N\t-7\ta\\\\b\\tc\\nd\\re\t12.5\t\\\\x01ab\t01ab\n");
}

}  // namespace
}  // namespace fairlead::ledger

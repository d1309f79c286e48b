#include "facts/clickhouse/row_binary.hpp"

namespace fairlead::facts {
namespace {

using namespace std::string_literals;

TEST(RowBinary, NumbersIdsAndTextsAreReadInTheirOrder) {
    const auto bytes = "\x05\xFE\xFF\xFF\xFF"s + "0123456789abcdef" + "\x03"s + "a\0b"s;
    RowBinaryReader reader(bytes);
    EXPECT_EQ(reader.Number<std::uint8_t>(), 5);
    EXPECT_EQ(reader.Number<std::int32_t>(), -2);
    EXPECT_EQ(reader.Id().bytes[15], 'f');
    EXPECT_EQ(reader.Text(), "a\0b"s);
    EXPECT_TRUE(reader.ok());
    EXPECT_TRUE(reader.rest().empty());
}

TEST(RowBinary, AnAmountHasSixteenBytes) {
    RowBinaryReader reader("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
    EXPECT_EQ(reader.Amount().ToString(), "-0.00000001");
}

TEST(RowBinary, AnIncompleteValueReadsAsEmpty) {
    RowBinaryReader reader(
        "\x05"
        "abc");
    EXPECT_EQ(reader.Text(), "");
    EXPECT_FALSE(reader.ok());
    EXPECT_EQ(reader.Number<std::uint8_t>(), 0);
    RowBinaryReader endless("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
    endless.Text();
    EXPECT_FALSE(endless.ok());
}

TEST(RowBinary, RowsAreTheSameWhereverAnAnswerIsSplit) {
    const auto answer = "\x02"s + "ab" + "\x01" + "\x00\x02"s + "\x01" + "x" + "\x03";
    for (std::size_t size = 1; size <= answer.size(); ++size) {
        std::vector<std::string> rows;
        const RowBinaryStream::ReadRow read = [&rows](RowBinaryReader& reader) {
            const std::string text(reader.Text());
            const int number = reader.Number<std::uint8_t>();
            if (reader.ok()) rows.push_back(text + std::to_string(number));
        };
        RowBinaryStream stream(read);
        for (std::size_t at = 0; at < answer.size(); at += size) stream.Feed(answer.substr(at, size));
        EXPECT_EQ(rows, (std::vector<std::string>{"ab1", "2", "x3"})) << size;
        EXPECT_TRUE(stream.IsWhole());
        stream.Feed("\x07");
        EXPECT_FALSE(stream.IsWhole());
    }
}

}  // namespace
}  // namespace fairlead::facts

#include "base/text/byte_codec.hpp"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead {
namespace {

std::string Varint(std::uint64_t value) {
    std::string bytes;
    AppendVarint(bytes, value);
    return bytes;
}

std::string Signed(std::int64_t value) {
    std::string bytes;
    AppendSigned(bytes, value);
    return bytes;
}

TEST(ByteCodec, AVarintHasSevenBitsPerByteTheLowestFirst) {
    EXPECT_EQ(Varint(0), std::string("\x00", 1));
    EXPECT_EQ(Varint(127), "\x7F");
    EXPECT_EQ(Varint(128), "\x80\x01");
    EXPECT_EQ(Varint(300), "\xAC\x02");
    EXPECT_EQ(Varint(std::numeric_limits<std::uint64_t>::max()), "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01");
}

TEST(ByteCodec, SmallNumbersOfEitherSignAreShort) {
    EXPECT_EQ(Signed(0), std::string("\x00", 1));
    EXPECT_EQ(Signed(-1), "\x01");
    EXPECT_EQ(Signed(1), "\x02");
    EXPECT_EQ(Signed(-64), "\x7F");
    EXPECT_EQ(Signed(64), "\x80\x01");
}

TEST(ByteCodec, TheFarEndsOfTheRangeComeBack) {
    for (const std::int64_t value : {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
                                     std::int64_t{0}, std::int64_t{-1}}) {
        const std::string bytes = Signed(value);
        ByteReader reader(bytes);
        EXPECT_EQ(reader.Signed(), value);
        EXPECT_TRUE(reader.ok() && reader.AtEnd());
    }
}

TEST(ByteCodec, AVarintWithoutAnEndIsMalformed) {
    for (const std::string& bytes : {std::string("\x80"), std::string(10, '\x80'), std::string(11, '\xFF')}) {
        ByteReader reader(bytes);
        reader.Varint();
        EXPECT_FALSE(reader.ok());
    }
}

TEST(ByteCodec, ATextLongerThanTheRestIsMalformed) {
    ByteReader reader(
        "\x05"
        "four");
    EXPECT_EQ(reader.Text(), "");
    EXPECT_FALSE(reader.ok());
    ByteReader huge("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01");
    EXPECT_EQ(huge.Text(), "");
    EXPECT_FALSE(huge.ok());
}

TEST(ByteCodec, AfterAMalformedValueEverythingReadsAsEmpty) {
    ByteReader reader(
        std::string_view("\x7F"
                         "abc\x01\x02\x03",
                         7));
    EXPECT_EQ(reader.Text(), "");
    EXPECT_EQ(reader.Byte(), 0);
    EXPECT_EQ(reader.Varint(), 0U);
    EXPECT_EQ(reader.Signed(), 0);
    EXPECT_EQ(reader.Text(), "");
    EXPECT_EQ(reader.Bytes(), Bytes16{});
    EXPECT_FALSE(reader.ok());
}

TEST(ByteCodec, BytesThatTheCallerRejectsStayMalformed) {
    ByteReader reader("abc");
    reader.Fail();
    EXPECT_EQ(reader.Byte(), 0);
    EXPECT_FALSE(reader.ok());
}

RC_GTEST_PROP(ByteCodec, WrittenValuesAreReadBackInTheSameOrder,
              (std::uint64_t number, std::int64_t difference, const std::string& text, const Bytes16& bytes)) {
    std::string written;
    AppendVarint(written, number);
    AppendSigned(written, difference);
    AppendText(written, text);
    AppendBytes(written, bytes);
    AppendId(written, BrandId{Uuid{bytes}});
    ByteReader reader(written);
    RC_ASSERT(reader.Varint() == number);
    RC_ASSERT(reader.Signed() == difference);
    RC_ASSERT(reader.Text() == text);
    RC_ASSERT(reader.Bytes() == bytes);
    RC_ASSERT(reader.ReadId<BrandId>() == BrandId{Uuid{bytes}});
    RC_ASSERT(reader.ok());
    RC_ASSERT(reader.AtEnd());
}

RC_GTEST_PROP(ByteCodec, TruncatedBytesAreMalformed,
              (std::uint64_t number, const std::string& text, const Bytes16& bytes)) {
    std::string written;
    AppendVarint(written, number);
    AppendText(written, text);
    AppendBytes(written, bytes);
    const auto length = *rc::gen::inRange<std::size_t>(0, written.size());
    ByteReader reader(std::string_view(written).substr(0, length));
    reader.Varint();
    reader.Text();
    reader.Bytes();
    RC_ASSERT(!reader.ok());
}

RC_GTEST_PROP(ByteCodec, ReadingNeverGoesBeyondTheBytes, (const std::string& bytes)) {
    ByteReader reader(bytes);
    std::size_t taken = 0;
    while (reader.ok() && !reader.AtEnd()) {
        const std::string_view text = reader.Text();
        taken += text.size();
        if (!text.empty())
            RC_ASSERT(text.data() >= bytes.data() && text.data() + text.size() <= bytes.data() + bytes.size());
    }
    RC_ASSERT(taken <= bytes.size());
}

}  // namespace
}  // namespace fairlead

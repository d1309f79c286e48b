#include "cli/read_password.hpp"

#include <sstream>

#include <gtest/gtest.h>

namespace fairlead::cli {
namespace {

Result<std::string> ReadFrom(const std::string& text) {
    std::istringstream in(text);
    return ReadPasswordLine(in);
}

TEST(ReadPasswordLine, ReadsTheFirstLineAsItIs) {
    EXPECT_EQ(ReadFrom("correct horse battery\n"), "correct horse battery");
    EXPECT_EQ(ReadFrom("correct horse battery"), "correct horse battery");
    EXPECT_EQ(ReadFrom(" spaces count \r\nsecond line\n"), " spaces count ");
}

TEST(ReadPasswordLine, RefusesWhatCannotBeAPassword) {
    EXPECT_FALSE(ReadFrom(""));
    EXPECT_FALSE(ReadFrom("\nsecond line\n"));
    EXPECT_FALSE(ReadFrom("not UTF-8: \xFF\n"));
    EXPECT_FALSE(ReadFrom(std::string(10'000, 'x')));
}

TEST(ReadPassword, ReturnsNothingWithoutASource) {
    const auto read = ReadPassword({});
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, std::nullopt);
}

TEST(ReadPassword, NamesAFileThatCannotBeRead) {
    const auto read = ReadPassword({.file = "/no/such/file"});
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("/no/such/file"), std::string::npos);
}

}  // namespace
}  // namespace fairlead::cli

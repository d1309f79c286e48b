#include "cli/progress_meter.hpp"

#include <sstream>

#include <gtest/gtest.h>

namespace fairlead::cli {
namespace {

TEST(ProgressMeter, DescribesWithAndWithoutATotal) {
    EXPECT_EQ(DescribeProgress({"verifying Lucky", 30, 120, "commits"}), "verifying Lucky: 30 of 120 commits");
    EXPECT_EQ(DescribeProgress({"copying", 7, 0}), "copying: 7");
}

TEST(ProgressMeter, DrawsABarAndTheTimeLeft) {
    EXPECT_EQ(DrawProgress({"copying", 30, 120, "pages"}, 1),
              "[######..................] 25 % copying: 30 of 120 pages");
    EXPECT_EQ(DrawProgress({"copying", 30, 120, "pages"}, 10),
              "[######..................] 25 % copying: 30 of 120 pages, about 30 s left");
    EXPECT_EQ(DrawProgress({"copying", 60, 120, "pages"}, 4000),
              "[############............] 50 % copying: 60 of 120 pages, about 1 h 6 min left");
    EXPECT_EQ(DrawProgress({"copying", 120, 120, "pages"}, 10),
              "[########################] 100 % copying: 120 of 120 pages");
}

TEST(ProgressMeter, MoreThanTheTotalIsAFullBar) {
    EXPECT_EQ(DrawProgress({"copying", 130, 120}, 10), "[########################] 100 % copying: 130 of 120");
}

TEST(ProgressMeter, AFileGetsLinesAndATerminalOneLine) {
    std::ostringstream file;
    {
        ProgressMeter meter(file, /*terminal=*/false);
        meter.Show({"copying", 1, 2});
        meter.Show({"copying", 2, 2});
    }
    EXPECT_EQ(file.str(), "copying: 1 of 2\ncopying: 2 of 2\n");
    std::ostringstream terminal;
    {
        ProgressMeter meter(terminal, /*terminal=*/true);
        meter.Show({"copying", 1, 2});
        meter.Show({"copying", 2, 2});
        meter.Show({"verifying", 1, 1});
    }
    EXPECT_EQ(terminal.str(),
              "\r\033[K[############............] 50 % copying: 1 of 2"
              "\r\033[K[########################] 100 % copying: 2 of 2\n"
              "\r\033[K[########################] 100 % verifying: 1 of 1\n");
}

}  // namespace
}  // namespace fairlead::cli

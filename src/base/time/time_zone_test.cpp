#include "base/time/time_zone.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

TEST(TimeZone, NamesOfTheDatabaseAreKnown) {
    for (const auto* name : {"UTC", "Europe/Malta", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Europe/London"}) {
        EXPECT_TRUE(IsTimeZone(name)) << name;
    }
}

TEST(TimeZone, OtherNamesAreUnknown) {
    for (const auto* name : {"", "Europe", "Europe/Atlantis", "europe/malta", "../passwd", "/etc/passwd", "Europe/",
                             "posix/UTC", "right/Europe/Malta", "zone.tab", "localtime", "UTC ", "Europe/./Malta"}) {
        EXPECT_FALSE(IsTimeZone(name)) << name;
    }
}

}  // namespace
}  // namespace fairlead

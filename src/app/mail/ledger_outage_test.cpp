#include "app/mail/ledger_outage.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

Timestamp Second(std::int64_t second) { return {second * kMicrosPerSecond}; }

TEST(LedgerOutages, AreToldOnceAfterHalfAMinute) {
    LedgerOutage outage;
    EXPECT_FALSE(outage.Note(true, Second(0)));
    EXPECT_FALSE(outage.Note(false, Second(10)));
    EXPECT_FALSE(outage.Note(false, Second(39)));
    EXPECT_EQ(outage.Note(false, Second(40)), Second(10));
    EXPECT_FALSE(outage.Note(false, Second(4000))) << "it was told";
}

TEST(LedgerOutages, AShortOneIsNotToldAndALaterOneIs) {
    LedgerOutage outage;
    EXPECT_FALSE(outage.Note(false, Second(0)));
    EXPECT_FALSE(outage.Note(true, Second(20)));
    EXPECT_FALSE(outage.Note(false, Second(40)));
    EXPECT_TRUE(outage.Note(false, Second(80)));
    EXPECT_FALSE(outage.Note(true, Second(90)));
    EXPECT_FALSE(outage.Note(false, Second(100)));
    EXPECT_EQ(outage.Note(false, Second(130)), Second(100));
}

}  // namespace
}  // namespace fairlead::app

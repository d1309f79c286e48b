#include "domain/money/minor_unit.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

TEST(MinorUnits, AreThoseOfIso4217AndEightForOtherCodes) {
    const auto digits = [](std::string_view code) { return MinorUnitDigits(*Currency::Parse(code)); };
    EXPECT_EQ(digits("EUR"), 2);
    EXPECT_EQ(digits("USD"), 2);
    EXPECT_EQ(digits("JPY"), 0);
    EXPECT_EQ(digits("KWD"), 3);
    EXPECT_EQ(digits("BTC"), 8);
    EXPECT_EQ(digits("USDT"), 8);
}

}  // namespace
}  // namespace fairlead

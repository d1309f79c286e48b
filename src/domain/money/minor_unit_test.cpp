#include "domain/money/minor_unit.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "domain/money/iso_currencies.hpp"

namespace fairlead {
namespace {

int DigitsOf(std::string_view code) { return MinorUnitDigits(*Currency::Parse(code)); }
bool IsListed(std::string_view code) { return IsInIso4217(*Currency::Parse(code)); }

TEST(MinorUnits, AreThoseOfIso4217AndEightForOtherCodes) {
    EXPECT_EQ(DigitsOf("EUR"), 2);
    EXPECT_EQ(DigitsOf("USD"), 2);
    EXPECT_EQ(DigitsOf("JPY"), 0);
    EXPECT_EQ(DigitsOf("KWD"), 3);
    EXPECT_EQ(DigitsOf("CLF"), 4);
    EXPECT_EQ(DigitsOf("BTC"), 8);
    EXPECT_EQ(DigitsOf("USDT"), 8);
}

TEST(MinorUnits, UnitsOfFiveHaveTwoDigits) {
    EXPECT_EQ(DigitsOf("MGA"), 2);
    EXPECT_EQ(DigitsOf("MRU"), 2);
}

TEST(MinorUnits, OfWithdrawnCurrenciesStayTheSame) {
    for (const std::string_view code : {"ANG", "CUC", "HRK", "SLL", "ZWL"}) EXPECT_EQ(DigitsOf(code), 2) << code;
}

TEST(Iso4217, HasTheCurrenciesOfToday) {
    for (const std::string_view code : {"EUR", "USD", "gbp", "XAF", "UYW", "SLE", "VED", "XCG", "ZWG"}) {
        EXPECT_TRUE(IsListed(code)) << code;
    }
    for (const std::string_view code : {"ZZZ", "XYZ", "EUX", "BTC", "USDT", "AAA", "HRK", "ZWL", "XTS"}) {
        EXPECT_FALSE(IsListed(code)) << code;
    }
}

TEST(Iso4217, IsSortedAndHasEachCodeOnce) {
    const auto list = IsoCurrencies();
    EXPECT_GT(list.size(), 150U);
    EXPECT_EQ(std::ranges::adjacent_find(list, std::ranges::greater_equal(), &IsoCurrency::code), list.end());
}

}  // namespace
}  // namespace fairlead

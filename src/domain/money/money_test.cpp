#include "domain/money/money.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead {
namespace {

Money Euro(std::string_view amount) { return {Decimal::Parse(amount).value(), Currency::Parse("EUR").value()}; }

TEST(Currency, IsUpperCased) {
    EXPECT_EQ(Currency::Parse("eur")->code(), "EUR");
    EXPECT_EQ(Currency::Parse("uSdT")->code(), "USDT");
    EXPECT_EQ(Currency::Parse("eur"), Currency::Parse("EUR"));
}

TEST(Currency, HasThreeToTenLettersAndDigits) {
    EXPECT_TRUE(Currency::Parse("1INCH").has_value());
    EXPECT_TRUE(Currency::Parse("ABCDEFGHIJ").has_value());
    for (const std::string_view text :
         {"", "E", "EU", "ABCDEFGHIJK", "EU ", " EUR", "E-R", "EU€", "ÉUR", "EUR\n", "US$", "E_R"}) {
        EXPECT_FALSE(Currency::Parse(text).has_value()) << text;
    }
}

TEST(Currency, CodesOfDifferentLengthDiffer) {
    EXPECT_NE(Currency::Parse("USD"), Currency::Parse("USDT"));
    EXPECT_LT(*Currency::Parse("EUR"), *Currency::Parse("USD"));
}

RC_GTEST_PROP(Currency, EveryCodeOfLettersAndDigitsIsReadCompletely, ()) {
    const auto letters = rc::gen::elementOf(std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"));
    const auto length = *rc::gen::inRange<std::size_t>(3, 11);
    const auto code = *rc::gen::container<std::string>(length, letters);
    const auto currency = Currency::Parse(code);
    RC_ASSERT(currency.has_value());
    RC_ASSERT(currency->code() == code);
}

TEST(Money, AmountsOfOneCurrencyAreAdded) {
    EXPECT_EQ(Euro("10.25") + Euro("-0.5"), Euro("9.75"));
    EXPECT_EQ(-Euro("10.25"), Euro("-10.25"));
}

TEST(Money, TheSameAmountInAnotherCurrencyIsNotTheSame) {
    const Money dollars{Decimal::FromInteger(5), Currency::Parse("USD").value()};
    EXPECT_NE(Euro("5"), dollars);
    EXPECT_EQ(Euro("5"), Euro("5.00"));
}

TEST(MoneyDeathTest, AddingDifferentCurrenciesIsABug) {
    const Money dollars{Decimal::FromInteger(5), Currency::Parse("USD").value()};
    EXPECT_DEATH(Euro("5") + dollars, "assertion failed");
}

}  // namespace
}  // namespace fairlead

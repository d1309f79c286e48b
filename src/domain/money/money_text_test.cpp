#include "domain/money/money_text.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

std::string Written(std::string_view amount, std::string_view currency) {
    return MoneyText({*Decimal::Parse(amount), *Currency::Parse(currency)});
}

TEST(MoneyText, AnAmountHasTheDigitsOfItsCurrency) {
    EXPECT_EQ(Written("17.5", "EUR"), "17.50 EUR");
    EXPECT_EQ(Written("17", "EUR"), "17.00 EUR");
    EXPECT_EQ(Written("0", "EUR"), "0.00 EUR");
    EXPECT_EQ(Written("-135", "EUR"), "-135.00 EUR");
    EXPECT_EQ(Written("1200", "JPY"), "1200 JPY");
    EXPECT_EQ(Written("3.5", "KWD"), "3.500 KWD");
    EXPECT_EQ(Written("0.5", "BTC"), "0.50000000 BTC");
    EXPECT_EQ(Written("0.5", "USDT"), "0.50000000 USDT");
}

TEST(MoneyText, NoDigitOfAnAmountIsLost) {
    EXPECT_EQ(Written("36.548", "EUR"), "36.548 EUR");
    EXPECT_EQ(Written("0.00333333", "EUR"), "0.00333333 EUR");
    EXPECT_EQ(Written("0.5", "JPY"), "0.5 JPY");
}

}  // namespace
}  // namespace fairlead

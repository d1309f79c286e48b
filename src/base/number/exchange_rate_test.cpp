#include "base/number/exchange_rate.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

Decimal Converted(std::string_view amount, std::string_view rate) {
    return ExchangeRate::Parse(rate)->Convert(*Decimal::Parse(amount));
}

TEST(ExchangeRates, HaveUpTo18FractionalDigitsAndAreAboveZero) {
    for (const char* text : {"1", "0.9137", "0.000000000000000001", "999999999999.999999999999999999", "1.10"}) {
        EXPECT_TRUE(ExchangeRate::Parse(text)) << text;
    }
    for (const char* text :
         {"", "0", "0.0", "-1", "+1", "1e3", ".5", "1.", "1,5", "0.0000000000000000001", "1000000000000"}) {
        EXPECT_FALSE(ExchangeRate::Parse(text)) << text;
    }
    EXPECT_EQ(ExchangeRate::Parse("1.10")->ToString(), "1.1");
    EXPECT_EQ(ExchangeRate::Parse("007")->ToString(), "7");
    EXPECT_EQ(ExchangeRate::Parse("0.000000000000000001")->ToString(), "0.000000000000000001");
}

TEST(ExchangeRates, ConvertAndRoundOnceHalfToEven) {
    EXPECT_EQ(Converted("100", "0.9137").ToString(), "91.37");
    EXPECT_EQ(Converted("0.00000001", "0.5").ToString(), "0");
    EXPECT_EQ(Converted("0.00000003", "0.5").ToString(), "0.00000002");
    EXPECT_EQ(Converted("-0.00000003", "0.5").ToString(), "-0.00000002");
    EXPECT_EQ(Converted("0.00000001", "0.500000000000000001").ToString(), "0.00000001");
    EXPECT_EQ(Converted("999999999999999.99999999", "999999999999").ToString(), "999999999998999999999990000.00000001");
}

TEST(ExchangeRates, AResultBeyondTheLimitIsNothingHoweverLargeItIs) {
    const auto rate = *ExchangeRate::Parse("999999999999.999999999999999999");
    const Decimal max = *Decimal::Parse("100000000000000000000", Decimal::kSumDigitsMax);
    EXPECT_EQ(ExchangeRate::Parse("100000")->ConvertWithin(*Decimal::Parse("999999999999999"), max)->ToString(),
              "99999999999999900000");
    EXPECT_EQ(ExchangeRate::Parse("1")->ConvertWithin(max, max), max);
    EXPECT_EQ(ExchangeRate::Parse("1")->ConvertWithin(-max, max), -max);
    EXPECT_FALSE(ExchangeRate::Parse("1.000000000000000001")->ConvertWithin(max, max));
    EXPECT_FALSE(rate.ConvertWithin(*Decimal::Parse("999999999999999"), max)) << "fits into 128 bits";
    EXPECT_FALSE(rate.ConvertWithin(max, max)) << "does not fit";
    EXPECT_FALSE(rate.ConvertWithin(-max, max));
}

}  // namespace
}  // namespace fairlead

#include "app/resources/rate_json.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

namespace json = boost::json;
using commission::DatedRate;
using RateErrors = std::vector<std::pair<std::string, ErrorCode>>;

std::expected<RateBody, Errors> RatesFrom(std::string_view body, const catalogue::Operator& owner = {}) {
    return ReadRateBody(json::parse(body), owner);
}

RateErrors WrongWithRate(std::string_view body) {
    RateErrors codes;
    const auto read = RatesFrom(body);
    if (read) return codes;
    for (const Error& error : read.error()) codes.emplace_back(error.pointer, error.code);
    return codes;
}

DatedRate Rate(std::string_view date, std::string_view from, std::string_view to, std::string_view rate) {
    return {*Date::Parse(date), *Currency::Parse(from), *Currency::Parse(to), *ExchangeRate::Parse(rate)};
}

TEST(FxRates, ARateIsReadAndWritten) {
    const auto read = RatesFrom(R"({"date": "2026-03-10", "from": "usd", "to": "EUR", "rate": "0.91370"})");
    ASSERT_TRUE(read);
    EXPECT_FALSE(read->is_list);
    EXPECT_EQ(read->rates, (std::vector{Rate("2026-03-10", "USD", "EUR", "0.9137")}));
    EXPECT_EQ(json::serialize(WriteRate(read->rates.front())),
              R"({"date":"2026-03-10","from":"USD","to":"EUR","rate":"0.9137"})");
}

TEST(FxRates, AListKeepsItsOrder) {
    const auto read = RatesFrom(R"({"rates": [{"date": "2026-03-10", "from": "USD", "to": "EUR", "rate": "0.9"},
                                         {"date": "2026-03-09", "from": "EUR", "to": "USD", "rate": "1.1"}]})");
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->is_list);
    EXPECT_EQ(read->rates,
              (std::vector{Rate("2026-03-10", "USD", "EUR", "0.9"), Rate("2026-03-09", "EUR", "USD", "1.1")}));
}

TEST(FxRates, EveryErrorIsReportedWithItsPointer) {
    EXPECT_EQ(WrongWithRate("{}"), (RateErrors{{"/date", ErrorCode::kRequired},
                                               {"/from", ErrorCode::kRequired},
                                               {"/to", ErrorCode::kRequired},
                                               {"/rate", ErrorCode::kRequired}}));
    EXPECT_EQ(WrongWithRate(R"({"rates": [{"date": "2026-03-10", "from": "USD", "to": "EUR", "rate": 0.9},
                                      {"date": "2026-02-29", "from": "USD", "to": "E", "rate": "0"}], "source": 1})"),
              (RateErrors{{"/rates/0/rate", ErrorCode::kWrongType},
                          {"/rates/1/date", ErrorCode::kInvalidTime},
                          {"/rates/1/to", ErrorCode::kInvalidCurrency},
                          {"/rates/1/rate", ErrorCode::kInvalidAmount},
                          {"/source", ErrorCode::kUnknownMember}}));
}

TEST(FxRates, ACurrencyHasNoRateToItself) {
    EXPECT_EQ(WrongWithRate(R"({"date": "2026-03-10", "from": "EUR", "to": "eur", "rate": "1"})"),
              (RateErrors{{"/to", ErrorCode::kInvalidValue}}));
}

TEST(FxRates, ADayHasOneRateForAPair) {
    EXPECT_EQ(WrongWithRate(R"({"rates": [{"date": "2026-03-10", "from": "USD", "to": "EUR", "rate": "0.9"},
                                      {"date": "2026-03-10", "from": "EUR", "to": "USD", "rate": "1.1"},
                                      {"date": "2026-03-10", "from": "usd", "to": "eur", "rate": "0.8"}]})"),
              (RateErrors{{"/rates/2", ErrorCode::kInvalidValue}}));
}

TEST(FxRates, ACodeWithoutThreeLettersMustBeDeclared) {
    const std::string_view body = R"({"date": "2026-03-10", "from": "USDT", "to": "EUR", "rate": "0.9"})";
    EXPECT_EQ(WrongWithRate(body), (RateErrors{{"/from", ErrorCode::kInvalidCurrency}}));
    EXPECT_TRUE(RatesFrom(body, {.declared_currencies = {*Currency::Parse("USDT")}}));
}

TEST(FxRates, AThousandWrongRatesGiveAHundredErrors) {
    const json::value body = json::object{{"rates", json::array(1000, json::object{{"rate", "0"}})}};
    const auto read = ReadRateBody(body, {});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().size(), 100U);
    EXPECT_TRUE(read.error().HasMore());
}

}  // namespace
}  // namespace fairlead::app

#include "app/declarations/value_checks.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

namespace json = boost::json;
using Check = Errors (*)(const json::value&, std::string&);

// The value that is read, or "" if the text is refused. A refused text must leave the old value unchanged.
std::string ReadChecked(Check check, std::string_view text) {
    std::string out = "before";
    const bool right = check(json::value(text), out).empty();
    EXPECT_TRUE(right || out == "before");
    return right ? out : "";
}

TEST(ValueChecks, AnAddressHasALocalPartAndADomain) {
    for (const auto* email : {"a@b.example", "a+b.c@sub.example.com", "ä@example.com", "o'brien@b.example",
                              "a.@b.example", "用户@b.example", "!#$%&'*+-/=?^_`{|}~@b.example"}) {
        EXPECT_EQ(ReadChecked(CheckEmail, email), email);
    }
    for (const auto* email : {"", "a", "@b.example", "a@", "a@b", "a@b.", "a@.b", "a@b..c", "a b@c.example",
                              "a@b c.example", "a@b@c.example", "a@-b.example", "a@b.example\n",
                              // These characters make an address look like another one, or reverse its direction.
                              "a\u200B@b.example", "a\u202Eb@c.example", "\u2066a@b.example", "a\u0085@b.example",
                              "a\u00A0b@c.example", "\u3164@b.example", "\"a b\"@c.example",
                              // These signs have a meaning in the header of a mail.
                              "a\"b@c.example", "\"a@b.example", "\"\"@b.example", "\"a\"b\"@c.example",
                              "\"x\"@b.example", "\"a,b<c>\"@b.example", "a>b@c.example", "a,b@c.example",
                              "<a@b.example", "a\\b@c.example", "a(b)@c.example"}) {
        EXPECT_EQ(ReadChecked(CheckEmail, email), "") << email;
    }
    EXPECT_EQ(ReadChecked(CheckEmail, std::string(65, 'a') + "@b.example"), "");
    EXPECT_EQ(ReadChecked(CheckEmail, "a@" + std::string(250, 'b') + ".example"), "");
}

TEST(ValueChecks, ADomainIsLowerCasedAndHasTwoLabels) {
    EXPECT_EQ(ReadChecked(CheckDomain, "Partners.Example.COM"), "partners.example.com");
    EXPECT_EQ(ReadChecked(CheckDomain, "xn--bcher-kva.example"), "xn--bcher-kva.example");
    for (const auto* domain : {"", "localhost", "a.b:80", "a,b.example", "https://a.example", ".a.example",
                               "a.example.", "a_b.example", "bücher.example"}) {
        EXPECT_EQ(ReadChecked(CheckDomain, domain), "") << domain;
    }
}

TEST(ValueChecks, AnAmountIsAPlainDecimal) {
    Decimal amount;
    EXPECT_TRUE(CheckAmount(json::value("12.50"), amount).empty());
    EXPECT_EQ(amount.ToString(), "12.5");
    for (const auto* text : {"1e5", "1E0", "2500e-2", "-1", "", "1,5"}) {
        EXPECT_FALSE(CheckAmount(json::value(text), amount).empty()) << text;
        EXPECT_EQ(amount.ToString(), "12.5");
    }
    EXPECT_FALSE(CheckAmount(json::value(1e5), amount).empty()) << "Management bodies have amounts as text.";
}

TEST(ValueChecks, AColorIsSixHexadecimalDigits) {
    EXPECT_EQ(ReadChecked(CheckColor, "#A1b2C3"), "#a1b2c3");
    for (const auto* color : {"", "#abc", "a1b2c3d", "#a1b2cg", "#a1b2c3d4", "red"}) {
        EXPECT_EQ(ReadChecked(CheckColor, color), "") << color;
    }
}

TEST(ValueChecks, ACountryIsTwoLetters) {
    EXPECT_EQ(ReadChecked(CheckCountry, "de"), "DE");
    for (const auto* country : {"", "d", "deu", "d1", "ß"})
        EXPECT_EQ(ReadChecked(CheckCountry, country), "") << country;
}

TEST(ValueChecks, ADestinationHasAHostAndNoUser) {
    for (const auto* url : {"https://casino.example", "http://casino.example:8080/a/b?c=d&e#f",
                            "https://[2001:db8::1]/x", "HTTPS://casino.example/"}) {
        EXPECT_EQ(ReadChecked(CheckDestination, url), url);
    }
    for (const auto* url : {"", "casino.example", "//casino.example", "ftp://casino.example", "https://", "https:///x",
                            "https://u@casino.example", "https://u:p@casino.example", "https://casino.example/a b",
                            "javascript:alert(1)", "https://casino.example\\@evil.example"}) {
        EXPECT_EQ(ReadChecked(CheckDestination, url), "") << url;
    }
}

TEST(ValueChecks, AnAmountIsADecimalStringAndNotNegative) {
    Decimal amount;
    EXPECT_TRUE(CheckAmount(json::value("12.50"), amount).empty());
    EXPECT_EQ(amount.ToString(), "12.5");
    EXPECT_EQ(CheckAmount(json::value("-0.01"), amount).front().code, ErrorCode::kNegativeAmount);
    EXPECT_EQ(CheckAmount(json::value(12.5), amount).front().code, ErrorCode::kWrongType);
    EXPECT_FALSE(CheckAmount(json::value("1.000000001"), amount).empty());
    EXPECT_EQ(amount.ToString(), "12.5");
}

TEST(ValueChecks, ReadingAListStopsAtTheMaximumOfErrors) {
    int items_read = 0;
    const auto refuse = [&](const json::value&, int&) {
        ++items_read;
        return Wrong(ErrorCode::kInvalidValue, "is wrong");
    };
    std::vector<int> out;
    const Errors errors = CheckList(json::array(1000, 1), 1000, 0, refuse, out);
    EXPECT_EQ(errors.size(), 100U);
    EXPECT_TRUE(errors.HasMore());
    EXPECT_EQ(items_read, 101);
}

}  // namespace
}  // namespace fairlead::app

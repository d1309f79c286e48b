#include "domain/statements/material.hpp"

#include <gtest/gtest.h>

#include "base/missing_reference.hpp"
namespace fairlead::statements {
namespace {

using commission::RevShareTerms;
using commission::Terms;

// The part of the statement of affiliate 1 for March 2026 that the plan decides.
class MaterialOfAStatement : public testing::Test {
protected:
    static Decimal Dec(std::string_view text) { return Decimal::Parse(text).value(); }
    static Date Day(std::string_view text) { return Date::Parse(text).value(); }
    static Currency Cur(std::string_view code) { return Currency::Parse(code).value(); }

    MaterialOfAStatement() { affiliate_.uuid.bytes[15] = 1; }

    void MinimumPayout(std::string_view amount) {
        plan_.Apply(commission::OperatorChanged{.base_currency = Cur("EUR"), .min_payout = Dec(amount)});
    }
    void SetRate(std::string_view day, std::string_view from, std::string_view to, std::string_view rate) {
        plan_.Apply(
            commission::RateSet{{Date::Parse(day).value(), Cur(from), Cur(to), ExchangeRate::Parse(rate).value()}});
    }
    void AddVersion(std::string_view from, std::optional<bool> negative_carryover) {
        commission::DealVersion version{.number = ++versions_, .effective_from = Day(from)};
        if (negative_carryover) {
            version.terms.rev_share =
                RevShareTerms{.rate = Dec("30"),
                              .negative = {*negative_carryover ? commission::NegativePolicy::kCarry
                                                               : commission::NegativePolicy::kWaive}};
        }
        plan_.Apply(commission::DealVersionAdded{deal_, version});
    }
    std::string MinimumIn(std::string_view currency) const { return Made(currency).min_payout.ToString(); }
    bool Carries() const { return Made("EUR").negative(deal_).policy == commission::NegativePolicy::kCarry; }
    Material Made(std::string_view currency) const {
        return MaterialOf(plan_, affiliate_, Period::Parse("2026-03").value(), Cur(currency));
    }

    commission::Plan plan_;
    AffiliateId affiliate_;
    DealId deal_;

private:
    std::int32_t versions_ = 0;
};

TEST_F(MaterialOfAStatement, TheMinimumPayoutIsInBaseCurrency) {
    MinimumPayout("100");
    EXPECT_EQ(MinimumIn("EUR"), "100");
}

TEST_F(MaterialOfAStatement, TheMinimumPayoutIsConvertedOnTheLastDayOfTheMonth) {
    MinimumPayout("100");
    SetRate("2026-03-31", "EUR", "USD", "1.1");
    SetRate("2026-04-01", "EUR", "USD", "1.5");
    EXPECT_EQ(MinimumIn("USD"), "110");
}

TEST_F(MaterialOfAStatement, TheMinimumPayoutIsInTheBaseCurrencyOfItsMonth) {
    SetRate("2026-01-01", "EUR", "USD", "1.1");
    for (const auto& [day, minimum] : {std::pair("2026-03-01", "100"), std::pair("2026-04-01", "110")}) {
        const catalogue::SettingsChange to_dollars{Date::Parse(day).value(), {}, "UTC", Cur("USD")};
        plan_.Apply(
            commission::OperatorChanged{.base_currency = Cur("EUR"), .min_payout = Dec("100"), .later = {to_dollars}});
        EXPECT_EQ(MinimumIn("USD"), minimum) << day;
    }
}

TEST_F(MaterialOfAStatement, WithoutARateThereIsNoMinimumPayout) {
    MinimumPayout("100");
    SetRate("2026-04-01", "EUR", "USD", "1.5");
    SetRate("2026-03-01", "USD", "EUR", "0.9");
    EXPECT_EQ(MinimumIn("USD"), "0");
}

TEST_F(MaterialOfAStatement, TheVersionOfTheLastDayDecidesAboutANegativeShare) {
    AddVersion("2026-01-01", true);
    AddVersion("2026-03-31", false);
    AddVersion("2026-04-01", true);
    EXPECT_FALSE(Carries());
}

TEST_F(MaterialOfAStatement, IfThatVersionHasNoRevShareTheNewestOneWithItDecides) {
    AddVersion("2026-01-01", true);
    AddVersion("2026-02-01", false);
    AddVersion("2026-03-31", std::nullopt);
    EXPECT_FALSE(Carries());
}

TEST_F(MaterialOfAStatement, ANegativeShareOfAMissingDealIsABug) {
    const Material material = Made("EUR");
    EXPECT_THROW(material.negative(deal_), MissingReference);
}

}  // namespace
}  // namespace fairlead::statements

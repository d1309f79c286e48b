#include "domain/commission/explain.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace fairlead::commission {
namespace {

using testing::Test;

Decimal D(std::string_view text) { return *Decimal::Parse(text); }
Timestamp T(std::string_view text) { return *Timestamp::ParseIso8601(text); }

// An accrual of 2026-03 with its deal and event, to be changed by each test.
struct Story : Test {
    Story() {
        deal.id = *DealId::Parse("0190a3f2-7b1c-7c4d-8e5f-60718293a4b5");
        deal.name = "Hybrid DE";
        deal.versions.push_back({.number = 1, .effective_from = *Date::Parse("2026-01-01")});
        event.type = events::EventType::kNgrUpdate;
        event.time = T("2026-03-10T14:05:09Z");
        event.player_ref = "p-1";
        event.money = Money{D("1000"), *Currency::Parse("EUR")};
        accrual.deal = deal.id;
        accrual.period = *Period::Parse("2026-03");
        accrual.event_time = event.time;
    }

    Terms& terms() { return deal.versions.front().terms; }

    MoneyExplanation Explain() {
        return ExplainMoney({.accrual = &accrual,
                             .deal = &deal,
                             .zone = &zone,
                             .event = &event,
                             .ngr_delta = ngr_delta,
                             .child = child ? &*child : nullptr,
                             .waits_from = waits_from,
                             .rate = rate,
                             .affiliate_name = "Alpha",
                             .brand_name = "Lucky",
                             .child_name = "Beta"});
    }

    static std::string Figure(const MoneyExplanation& told, std::string_view name) {
        const auto found = std::ranges::find(told.figures, name, &Figure::name);
        if (found == told.figures.end()) return "(none)";
        if (const auto* number = std::get_if<std::int64_t>(&found->value)) return std::to_string(*number);
        if (const auto* text = std::get_if<std::string>(&found->value)) return *text;
        return std::get<Decimal>(found->value).ToString();
    }

    static std::string Whole(const MoneyExplanation& told) {
        std::string whole;
        for (const auto& sentence : told.sentences) whole += sentence + "\n";
        return whole;
    }

    Deal deal;
    TimeZone zone;
    events::Event event;
    Accrual accrual;
    std::optional<Decimal> ngr_delta;
    std::optional<Accrual> child;
    std::optional<Currency> waits_from;
    std::optional<FoundRate> rate;
};
using ExplainMoneyOf = Story;

// Example 3 of docs/commission.md §5: B 900 earns 270, then 450 earns 135.
TEST_F(ExplainMoneyOf, AShareOfRevenueHasItsNumbersBeforeAndAfter) {
    terms().rev_share = RevShareTerms{.rate = D("30"), .admin_fee_percent = D("10")};
    accrual.component = Component::kRevShare;
    accrual.amount.amount = D("-135");
    accrual.rev_share = RevShareSeen{{D("1000"), D("0")}, {D("500"), D("0")}};
    event.money->amount = D("-500");
    const auto told = Explain();
    EXPECT_EQ(Figure(told, "ngrBefore"), "1000");
    EXPECT_EQ(Figure(told, "ngrAfter"), "500");
    EXPECT_EQ(Figure(told, "baseBefore"), "900");
    EXPECT_EQ(Figure(told, "baseAfter"), "450");
    EXPECT_EQ(Figure(told, "rateAfter"), "30");
    EXPECT_EQ(Figure(told, "earnedBefore"), "270");
    EXPECT_EQ(Figure(told, "earnedAfter"), "135");
    EXPECT_EQ(Figure(told, "amount"), "-135");
    EXPECT_EQ(Whole(told),
              "Affiliate \"Alpha\" lost 135 EUR of revenue share in 2026-03.\n"
              "It follows from the event ngr_update of -500 EUR of player \"p-1\" of \"Lucky\" at "
              "2026-03-10T14:05:09.000Z.\n"
              "Deal \"Hybrid DE\" (0190a3f2-7b1c-7c4d-8e5f-60718293a4b5) applies in version 1, in force since "
              "2026-01-01; the version of the day of registration stays with the player.\n"
              "In 2026-03 the affiliate's net gaming revenue under this version went from 1000 EUR to 500 EUR, and "
              "chargebacks from 0 EUR to 0 EUR.\n"
              "Less the fee of 10 % and chargebacks, the base went from 900 EUR to 450 EUR.\n"
              "A base of 900 EUR earns 270 EUR at 30 %; a base of 450 EUR earns 135 EUR at 30 %. The difference is "
              "-135 EUR.\n");
}

// Example 9 of docs/commission.md §5.
TEST_F(ExplainMoneyOf, AConversionNamesItsRateAndItsDate) {
    terms().rev_share = RevShareTerms{.rate = D("40")};
    accrual.component = Component::kRevShare;
    accrual.amount.amount = D("36.548");
    accrual.rev_share = RevShareSeen{{}, {D("91.37"), D("0")}};
    accrual.conversion =
        Conversion{{D("100"), *Currency::Parse("USD")}, D("91.37"), *Date::Parse("2026-03-08"), "0.9137"};
    const std::string whole = Whole(Explain());
    EXPECT_NE(whole.find("100 USD are 91.37 EUR at the rate 0.9137 of 2026-03-08"), std::string::npos) << whole;
    EXPECT_NE(whole.find("earned 36.548 EUR as revenue share"), std::string::npos) << whole;
}

TEST_F(ExplainMoneyOf, SlicesOfTiersAreSaidToHaveTheirOwnRates) {
    terms().rev_share = RevShareTerms{.rate = D("25"), .tiers = {{D("10000"), D("30")}}};
    accrual.component = Component::kRevShare;
    accrual.amount.amount = D("550");
    accrual.rev_share = RevShareSeen{{D("9000"), D("0")}, {D("11000"), D("0")}};
    const auto told = Explain();
    EXPECT_EQ(Figure(told, "earnedBefore"), "2250");
    EXPECT_EQ(Figure(told, "earnedAfter"), "2800");
    EXPECT_EQ(Figure(told, "rateAfter"), "(none)");
    EXPECT_NE(Whole(told).find("earns 2800 EUR, each tier's slice at its own rate"), std::string::npos);
}

TEST_F(ExplainMoneyOf, AQualifiedPlayerIsToldWithItsConditions) {
    terms().cpa = CpaTerms{.amount = D("100"), .min_first_deposit = D("20"), .min_total_deposits = D("50")};
    event.type = events::EventType::kDeposit;
    accrual.amount.amount = D("100");
    accrual.cpa = CpaSeen{2, PricedBy::kAmount, accrual.period, D("30"), D("50"), D("0")};
    const auto told = Explain();
    EXPECT_EQ(Figure(told, "position"), "2");
    EXPECT_EQ(Figure(told, "firstDeposit"), "30");
    EXPECT_EQ(Figure(told, "deposits"), "50");
    EXPECT_EQ(Figure(told, "earnedAfter"), "100");
    const std::string whole = Whole(told);
    EXPECT_NE(whole.find("a first deposit of 30 EUR (at least 20 EUR)"), std::string::npos) << whole;
    EXPECT_NE(whole.find("number 2 of 2026-03, and the price is 100 EUR."), std::string::npos) << whole;
}

TEST_F(ExplainMoneyOf, ACappedPlayerEarnsNothingAndTheCapIsNamed) {
    terms().cpa = CpaTerms{.amount = D("100"), .monthly_cap = 3};
    accrual.reason = Reason::kCapped;
    accrual.cpa = CpaSeen{4, PricedBy::kCap, accrual.period, D("30"), D("30"), D("0")};
    const std::string whole = Whole(Explain());
    EXPECT_NE(whole.find("earned nothing as CPA"), std::string::npos) << whole;
    EXPECT_NE(whole.find("beyond the cap of 3 players a month nothing is paid"), std::string::npos) << whole;
}

TEST_F(ExplainMoneyOf, AClawbackSaysWhatIsLeft) {
    terms().cpa = CpaTerms{.amount = D("50"), .min_first_deposit = D("20")};
    accrual.reason = Reason::kClawback;
    accrual.amount.amount = D("-50");
    accrual.cpa = CpaSeen{1, PricedBy::kAmount, accrual.period, D("100"), D("0"), D("0")};
    const auto told = Explain();
    EXPECT_EQ(Figure(told, "earnedBefore"), "50");
    EXPECT_EQ(Figure(told, "earnedAfter"), "0");
    EXPECT_NE(Whole(told).find("deposits less chargebacks are 0 EUR, and at least 20 EUR must be left"),
              std::string::npos);
}

TEST_F(ExplainMoneyOf, AReRatedPlayerHasAnOldAndANewPrice) {
    terms().cpa = CpaTerms{.amount = D("100"), .tiers = {{3, D("120")}}, .tier_mode = TierMode::kWhole};
    accrual.reason = Reason::kReRated;
    accrual.amount.amount = D("20");
    accrual.rate = D("120");
    const auto told = Explain();
    EXPECT_EQ(Figure(told, "earnedBefore"), "100");
    EXPECT_EQ(Figure(told, "earnedAfter"), "120");
}

// Example 10 of docs/commission.md §5.
TEST_F(ExplainMoneyOf, AParentsShareNamesTheChildsAmount) {
    terms().sub_affiliate = SubAffiliateTerms{D("5")};
    accrual.component = Component::kSubAffiliate;
    accrual.amount.amount = D("13.5");
    accrual.base = D("270");
    accrual.rate = D("5");
    child = Accrual{.component = Component::kRevShare};
    child->amount.amount = D("270");
    const std::string whole = Whole(Explain());
    EXPECT_NE(whole.find("5 % of what sub-affiliate \"Beta\" got as revenue share, 270 EUR, are 13.5 EUR."),
              std::string::npos)
        << whole;
    EXPECT_NE(whole.find("the version of the day of the event counts."), std::string::npos) << whole;
}

TEST_F(ExplainMoneyOf, AFixedFeeHasTheVersionOfItsMonth) {
    terms().fixed_monthly = FixedMonthlyTerms{D("500")};
    accrual.component = Component::kFixedMonthly;
    accrual.amount.amount = D("500");
    const std::string whole = Whole(Explain());
    EXPECT_NE(whole.find("the version of the month's last day counts."), std::string::npos) << whole;
    EXPECT_EQ(whole.find("registration"), std::string::npos) << whole;
}

TEST_F(ExplainMoneyOf, WhatWaitsSaysForWhichRate) {
    waits_from = *Currency::Parse("USD");
    accrual.component = Component::kRevShare;
    const auto told = Explain();
    EXPECT_EQ(Figure(told, "from"), "USD");
    EXPECT_EQ(Figure(told, "date"), "2026-03-10");
    EXPECT_NE(Whole(told).find("There is no rate from USD to EUR on or before 2026-03-10"), std::string::npos);
}

TEST_F(ExplainMoneyOf, ARateThatMakesTheAmountTooLargeIsNotDenied) {
    waits_from = *Currency::Parse("USD");
    accrual.component = Component::kRevShare;
    event.money = Money{D("999999999999999"), *waits_from};
    rate = FoundRate{*Date::Parse("2026-03-08"), *ExchangeRate::Parse("999999999999")};
    const auto told = Explain();
    EXPECT_EQ(Figure(told, "rate"), "999999999999");
    const std::string whole = Whole(told);
    EXPECT_NE(whole.find("The rate from USD to EUR of 2026-03-08 is 999999999999, at which the amount is larger than"),
              std::string::npos)
        << whole;
    EXPECT_EQ(whole.find("There is no rate"), std::string::npos) << whole;
    event.money->amount = D("1");
    EXPECT_NE(Whole(Explain()).find("it is about to be worked out with it"), std::string::npos);
}

TEST_F(ExplainMoneyOf, LatenessAndTotalsAreSaid) {
    terms().rev_share = RevShareTerms{.rate = D("10")};
    accrual.component = Component::kRevShare;
    accrual.rev_share = RevShareSeen{{}, {D("200"), D("0")}};
    accrual.amount.amount = D("20");
    accrual.late = true;
    accrual.period = *Period::Parse("2026-05");
    ngr_delta = D("200");
    const std::string whole = Whole(Explain());
    EXPECT_NE(whole.find("the event adds 200 EUR"), std::string::npos) << whole;
    EXPECT_NE(whole.find("was closed already, so it counts in 2026-05"), std::string::npos) << whole;
}

}  // namespace
}  // namespace fairlead::commission

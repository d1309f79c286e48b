#include "domain/explanation/explain.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "domain/explanation/found_step_test.hpp"

namespace fairlead::commission {
namespace {

using testing::Test;

Decimal D(std::string_view text) { return *Decimal::Parse(text); }
Timestamp T(std::string_view text) { return *Timestamp::ParseIso8601(text); }

// An accrual of 2026-03 with its deal and event, which each test changes.
struct Story : Test {
    static Date Day(std::string_view text) { return *Date::Parse(text); }

    Story() {
        deal.id = *DealId::Parse("0190a3f2-7b1c-7c4d-8e5f-60718293a4b5");
        deal.name = "Hybrid DE";
        deal.versions.push_back({.number = 1, .effective_from = Day("2026-01-01")});
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
                             .registered_at = registered_at,
                             .ngr_delta = ngr_delta,
                             .child = child ? &*child : nullptr,
                             .waits_from = waits_from,
                             .rate = rate,
                             .re_rating = re_rating,
                             .affiliate_name = "Alpha",
                             .brand_name = "Lucky",
                             .child_name = "Beta"});
    }

    static std::string Figure(const MoneyExplanation& made, std::string_view name) {
        const auto found = std::ranges::find(made.figures, name, &Figure::name);
        if (found == made.figures.end()) return "(none)";
        if (const auto* number = std::get_if<std::int64_t>(&found->value)) return std::to_string(*number);
        if (const auto* text = std::get_if<std::string>(&found->value)) return *text;
        return std::get<Decimal>(found->value).ToString();
    }

    static std::string Whole(const MoneyExplanation& made) {
        std::string whole;
        for (const Step& step : made.steps) whole += TextOf(step) + "\n";
        return whole;
    }

    // RevShare of 25 %, and of 30 % from 10000.
    void ShareByTiers(TierMode mode, std::string_view ngr_before, std::string_view ngr_after, std::string_view amount) {
        terms().rev_share = RevShareTerms{.rate = D("25"), .tiers = {{D("10000"), D("30")}}, .tier_mode = mode};
        accrual.component = Component::kRevShare;
        accrual.amount.amount = D(amount);
        accrual.rev_share = RevShareSeen{{D(ngr_before), D("0")}, {D(ngr_after), D("0")}};
    }

    Deal deal;
    TimeZone zone;
    events::Event event;
    Accrual accrual;
    std::optional<Timestamp> registered_at;
    std::optional<Decimal> ngr_delta;
    std::optional<Accrual> child;
    std::optional<Currency> waits_from;
    std::optional<FoundRate> rate;
    std::optional<ReRating> re_rating;
};
using ExplainMoneyOf = Story;

// Example 3 of docs/commission.md §5: B 900 earns 270, then 450 earns 135.
TEST_F(ExplainMoneyOf, ARevenueShareHasItsNumbersBeforeAndAfter) {
    terms().rev_share = RevShareTerms{.rate = D("30"), .admin_fee_percent = D("10")};
    accrual.component = Component::kRevShare;
    accrual.amount.amount = D("-135");
    accrual.rev_share = RevShareSeen{{D("1000"), D("0")}, {D("500"), D("0")}};
    event.money->amount = D("-500");
    const auto made = Explain();
    EXPECT_EQ(Figure(made, "ngrBefore"), "1000");
    EXPECT_EQ(Figure(made, "ngrAfter"), "500");
    EXPECT_EQ(Figure(made, "baseBefore"), "900");
    EXPECT_EQ(Figure(made, "baseAfter"), "450");
    EXPECT_EQ(Figure(made, "rateAfter"), "30");
    EXPECT_EQ(Figure(made, "earnedBefore"), "270");
    EXPECT_EQ(Figure(made, "earnedAfter"), "135");
    EXPECT_EQ(Figure(made, "amount"), "-135");
    EXPECT_EQ(
        Whole(made),
        "Affiliate \"Alpha\" lost 135.00 EUR of revenue share in 2026-03.\n"
        "Its event is ngr_update of -500.00 EUR for player \"p-1\" of brand \"Lucky\" at "
        "2026-03-10T14:05:09.000Z.\n"
        "Deal \"Hybrid DE\" (0190a3f2-7b1c-7c4d-8e5f-60718293a4b5) applies in version 1, in force since "
        "2026-01-01; the player keeps the version of the day of registration.\n"
        "In 2026-03 the affiliate's net gaming revenue under this version went from 1000.00 EUR to 500.00 EUR, and "
        "chargebacks from 0.00 EUR to 0.00 EUR.\n"
        "After the admin fee of 10 % and chargebacks, the base went from 900.00 EUR to 450.00 EUR.\n"
        "A base of 900.00 EUR earns 270.00 EUR at 30 %; a base of 450.00 EUR earns 135.00 EUR at 30 %. The difference "
        "is "
        "-135.00 EUR.\n");
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
    EXPECT_NE(whole.find("100.00 USD are 91.37 EUR at the rate 0.9137 of 2026-03-08"), std::string::npos) << whole;
    EXPECT_NE(whole.find("earned 36.548 EUR as revenue share"), std::string::npos) << whole;
}

TEST_F(ExplainMoneyOf, SlicesOfTiersHaveTheirOwnRates) {
    terms().rev_share = RevShareTerms{.rate = D("25"), .tiers = {{D("10000"), D("30")}}};
    accrual.component = Component::kRevShare;
    accrual.amount.amount = D("550");
    accrual.rev_share = RevShareSeen{{D("9000"), D("0")}, {D("11000"), D("0")}};
    const auto made = Explain();
    EXPECT_EQ(Figure(made, "earnedBefore"), "2250");
    EXPECT_EQ(Figure(made, "earnedAfter"), "2800");
    EXPECT_EQ(Figure(made, "rateAfter"), "(none)");
    EXPECT_NE(Whole(made).find("earns 2800.00 EUR, each tier's slice at its own rate"), std::string::npos);
}

TEST_F(ExplainMoneyOf, AQualifiedPlayerIsExplainedWithItsConditions) {
    terms().cpa = CpaTerms{.amount = D("100"), .min_first_deposit = D("20"), .min_total_deposits = D("50")};
    event.type = events::EventType::kDeposit;
    accrual.amount.amount = D("100");
    accrual.cpa = CpaSeen{2, PricedBy::kAmount, accrual.period, D("30"), D("50"), D("0")};
    const auto made = Explain();
    EXPECT_EQ(Figure(made, "position"), "2");
    EXPECT_EQ(Figure(made, "firstDeposit"), "30");
    EXPECT_EQ(Figure(made, "deposits"), "50");
    EXPECT_EQ(Figure(made, "earnedAfter"), "100");
    const std::string whole = Whole(made);
    EXPECT_NE(whole.find("a first deposit of 30.00 EUR (at least 20.00 EUR)"), std::string::npos) << whole;
    EXPECT_NE(whole.find("number 2 of 2026-03, and the price is 100.00 EUR."), std::string::npos) << whole;
}

TEST_F(ExplainMoneyOf, ACappedPlayerEarnsNothingAndTheCapIsNamed) {
    terms().cpa = CpaTerms{.amount = D("100"), .monthly_cap = 3};
    accrual.reason = Reason::kCapped;
    accrual.cpa = CpaSeen{4, PricedBy::kCap, accrual.period, D("30"), D("30"), D("0")};
    const std::string whole = Whole(Explain());
    EXPECT_NE(whole.find("earned nothing as CPA"), std::string::npos) << whole;
    EXPECT_NE(whole.find("the deal pays nothing above the cap of 3 players a month"), std::string::npos) << whole;
}

TEST_F(ExplainMoneyOf, AClawbackSaysWhatIsLeft) {
    terms().cpa = CpaTerms{.amount = D("50"), .min_first_deposit = D("20")};
    accrual.reason = Reason::kClawback;
    accrual.amount.amount = D("-50");
    accrual.cpa = CpaSeen{1, PricedBy::kAmount, accrual.period, D("100"), D("0"), D("0")};
    const auto made = Explain();
    EXPECT_EQ(Figure(made, "earnedBefore"), "50");
    EXPECT_EQ(Figure(made, "earnedAfter"), "0");
    EXPECT_NE(Whole(made).find("deposits less chargebacks are 0.00 EUR, and at least 20.00 EUR must be left"),
              std::string::npos);
}

TEST_F(ExplainMoneyOf, AReRatedPlayerHasAnOldAndANewPrice) {
    terms().cpa = CpaTerms{.amount = D("100"), .tiers = {{3, D("120")}}, .tier_mode = TierMode::kWhole};
    accrual.reason = Reason::kReRated;
    accrual.amount.amount = D("20");
    accrual.rate = D("120");
    const auto made = Explain();
    EXPECT_EQ(Figure(made, "earnedBefore"), "100");
    EXPECT_EQ(Figure(made, "earnedAfter"), "120");
}

// Example 10 of docs/commission.md §5.
TEST_F(ExplainMoneyOf, ASubAffiliateShareNamesTheSubAffiliatesAmount) {
    terms().sub_affiliate = SubAffiliateTerms{D("5")};
    accrual.component = Component::kSubAffiliate;
    accrual.amount.amount = D("13.5");
    accrual.base = D("270");
    accrual.rate = D("5");
    child = Accrual{.component = Component::kRevShare};
    child->amount.amount = D("270");
    const std::string whole = Whole(Explain());
    EXPECT_NE(whole.find("5 % of what sub-affiliate \"Beta\" got as revenue share, 270.00 EUR, are 13.50 EUR."),
              std::string::npos)
        << whole;
    EXPECT_NE(whole.find("the version of the day of the event applies."), std::string::npos) << whole;
}

TEST_F(ExplainMoneyOf, AFixedFeeHasTheVersionOfItsMonth) {
    terms().fixed_monthly = FixedMonthlyTerms{D("500")};
    accrual.component = Component::kFixedMonthly;
    accrual.amount.amount = D("500");
    const std::string whole = Whole(Explain());
    EXPECT_NE(whole.find("the version of the month's last day applies."), std::string::npos) << whole;
    EXPECT_EQ(whole.find("registration"), std::string::npos) << whole;
}

TEST_F(ExplainMoneyOf, AnUnpricedAccrualNamesTheMissingRate) {
    waits_from = *Currency::Parse("USD");
    accrual.component = Component::kRevShare;
    const auto made = Explain();
    EXPECT_EQ(Figure(made, "from"), "USD");
    EXPECT_EQ(Figure(made, "date"), "2026-03-10");
    EXPECT_NE(Whole(made).find("There is no exchange rate from USD to EUR on or before 2026-03-10"), std::string::npos);
}

TEST_F(ExplainMoneyOf, ARateThatMakesTheAmountTooLargeIsShown) {
    waits_from = *Currency::Parse("USD");
    accrual.component = Component::kRevShare;
    event.money = Money{D("999999999999999"), *waits_from};
    rate = FoundRate{*Date::Parse("2026-03-08"), *ExchangeRate::Parse("999999999999")};
    const auto made = Explain();
    EXPECT_EQ(Figure(made, "rate"), "999999999999");
    const std::string whole = Whole(made);
    EXPECT_NE(whole.find("The exchange rate from USD to EUR of 2026-03-08 is 999999999999, which makes the amount too"),
              std::string::npos)
        << whole;
    EXPECT_EQ(whole.find("There is no exchange rate"), std::string::npos) << whole;
    event.money->amount = D("1");
    EXPECT_NE(Whole(Explain()).find("the event is about to be processed with it"), std::string::npos);
}

TEST_F(ExplainMoneyOf, LateAccrualsAndTotalsAreExplained) {
    terms().rev_share = RevShareTerms{.rate = D("10")};
    accrual.component = Component::kRevShare;
    accrual.rev_share = RevShareSeen{{}, {D("200"), D("0")}};
    accrual.amount.amount = D("20");
    accrual.late = true;
    accrual.period = *Period::Parse("2026-05");
    ngr_delta = D("200");
    const std::string whole = Whole(Explain());
    EXPECT_NE(whole.find("the event adds 200.00 EUR"), std::string::npos) << whole;
    EXPECT_NE(whole.find("Its month 2026-03 is already closed, so it counts in 2026-05"), std::string::npos) << whole;
}

// Worked example 4: 9000 earns 2250 and 11000 earns 3300. The 9000 earns 450 more, and the event's 2000 earns 600.
TEST_F(ExplainMoneyOf, ATierForTheWholeMonthShowsHowMuchTheMonthIsReRated) {
    ShareByTiers(TierMode::kWhole, "9000", "11000", "1050");
    const auto made = Explain();
    const auto crossed = StepOf<step::TierCrossed>(made);
    EXPECT_EQ(crossed, (step::TierCrossed{.up = true,
                                          .mode = TierMode::kWhole,
                                          .threshold = D("10000"),
                                          .rate_before = D("25"),
                                          .rate_after = D("30"),
                                          .base_before = D("9000"),
                                          .re_rated_by = D("450"),
                                          .own_amount = D("600")}));
    EXPECT_EQ(
        TextOf(crossed),
        "The base reaches the tier from 10000.00 EUR: the whole period is re-rated and earns 30 % instead of 25 %. "
        "The previous base of 9000.00 EUR earns 450.00 EUR more, and the event itself earns 600.00 EUR.");
}

// Back from 11000 to 9000: 11000 at 25 % is 2750, which is 550 less. The event's -2000 earns -500. The sum is -1050.
TEST_F(ExplainMoneyOf, ATierThatIsLostShowsHowMuchTheMonthIsReRated) {
    ShareByTiers(TierMode::kWhole, "11000", "9000", "-1050");
    const auto crossed = StepOf<step::TierCrossed>(Explain());
    EXPECT_FALSE(crossed.up);
    EXPECT_EQ(crossed.threshold, D("10000"));
    EXPECT_EQ(crossed.re_rated_by, D("-550"));
    EXPECT_EQ(crossed.own_amount, D("-500"));
    EXPECT_EQ(
        TextOf(crossed),
        "The base falls below the tier from 10000.00 EUR: the whole period is re-rated and earns 25 % instead of 30 "
        "%. The previous base of 11000.00 EUR earns 550.00 EUR less, and the event itself earns -500.00 EUR.");
}

TEST_F(ExplainMoneyOf, ATierOfASliceReRatesNothing) {
    ShareByTiers(TierMode::kMarginal, "9000", "11000", "550");
    const auto crossed = StepOf<step::TierCrossed>(Explain());
    EXPECT_EQ(crossed.re_rated_by, std::nullopt);
    EXPECT_EQ(TextOf(crossed),
              "The base reaches the tier from 10000.00 EUR: its last slice earns 30 % instead of 25 %.");
}

TEST_F(ExplainMoneyOf, WithinATierNothingIsCrossed) {
    ShareByTiers(TierMode::kWhole, "1000", "9999", "2249.75");
    EXPECT_FALSE(HasStep<step::TierCrossed>(Explain()));
    ShareByTiers(TierMode::kWhole, "10000", "11000", "300");
    EXPECT_FALSE(HasStep<step::TierCrossed>(Explain()));
}

TEST_F(ExplainMoneyOf, AReRatedPlayerNamesTheTier) {
    terms().cpa = CpaTerms{.amount = D("100"), .tiers = {{3, D("120")}}, .tier_mode = TierMode::kWhole};
    accrual.reason = Reason::kReRated;
    accrual.amount.amount = D("20");
    accrual.rate = D("120");
    const auto re_rated = StepOf<step::PlayerReRated>(Explain());
    EXPECT_EQ(re_rated, (step::PlayerReRated{.threshold = 3, .price_before = D("100"), .price_after = D("120")}));
    EXPECT_EQ(TextOf(re_rated),
              "The event made another player qualify and reached a tier (from player 3) that counts for all players of "
              "the period: this player, who had qualified before, is now worth 120.00 EUR instead of 100.00 EUR.");
}

// Worked example 7: the third player earns 120, and each of the first two earns 20 more.
TEST_F(ExplainMoneyOf, APlayerThatReachesATierForTheWholeMonthShowsWhatTheOthersGet) {
    terms().cpa = CpaTerms{.amount = D("100"), .tiers = {{3, D("120")}}, .tier_mode = TierMode::kWhole};
    accrual.amount.amount = D("120");
    accrual.cpa = CpaSeen{3, PricedBy::kTier, accrual.period, D("10"), D("10"), D("0")};
    re_rating = ReRating{2, D("40"), D("120")};
    const auto crossed = StepOf<step::PlayerTierCrossed>(Explain());
    EXPECT_EQ(crossed,
              (step::PlayerTierCrossed{.threshold = 3, .price = D("120"), .players = 2, .re_rated_by = D("40")}));
    EXPECT_EQ(
        TextOf(crossed),
        "With this player the period reaches the tier from player 3: the whole period is re-rated. The 2 players who "
        "had qualified before are worth 120.00 EUR each now, together 40.00 EUR more.");
}

TEST_F(ExplainMoneyOf, AnyChargebackCanTakeTheAmountBack) {
    terms().cpa = CpaTerms{.amount = D("50"), .clawback = Clawback::kAlways};
    accrual.reason = Reason::kClawback;
    accrual.amount.amount = D("-50");
    EXPECT_EQ(TextOf(StepOf<step::ClawedBack>(Explain())),
              "The chargeback takes back the 50.00 EUR that were earned for the player: under this deal any chargeback "
              "does.");
}

TEST_F(ExplainMoneyOf, EveryVersionHasTheRuleThatChoseIt) {
    terms().cpl = CplTerms{D("5")};
    accrual.component = Component::kCpl;
    const auto rule = [&] { return StepOf<step::DealApplied>(Explain()).version_rule; };
    registered_at = T("2026-02-01T00:00:00Z");
    EXPECT_EQ(rule(), VersionRule::kRegistrationDay);
    registered_at = T("2025-12-31T23:59:59Z");
    EXPECT_EQ(rule(), VersionRule::kFirstVersion);
    deal.binding = Binding::kEvent;
    EXPECT_EQ(rule(), VersionRule::kEventDay);
    accrual.component = Component::kFixedMonthly;
    EXPECT_EQ(rule(), VersionRule::kLastDayOfMonth);
}

TEST_F(ExplainMoneyOf, TheNameOfADealIsASeparateValue) {
    deal.name = "A; B";
    terms().cpl = CplTerms{D("5")};
    accrual.component = Component::kCpl;
    const auto applied = StepOf<step::DealApplied>(Explain());
    EXPECT_EQ(applied.name, "A; B");
    EXPECT_EQ(applied.deal, deal.id);
    EXPECT_EQ(applied.version, 1);
}

TEST_F(ExplainMoneyOf, AReassignedPlayerIsExplained) {
    const step::PlayerCredited credited{.player_ref = "p-1", .affiliate = "Alpha", .still_counts = false};
    EXPECT_EQ(TextOf(credited), "Player \"p-1\" counted, until it was given to another one, for affiliate \"Alpha\".");
    EXPECT_EQ(TextOf(step::PlayerCredited{.player_ref = "Player 7f3a09c2"}),
              "Player 7f3a09c2 counts for this affiliate.");
}

TEST_F(ExplainMoneyOf, AmountsHaveTheDigitsOfTheirCurrency) {
    terms().cpl = CplTerms{D("17.5")};
    accrual.component = Component::kCpl;
    accrual.amount.amount = D("17.5");
    EXPECT_EQ(TextOf(Explain().steps.front()), "Affiliate \"Alpha\" earned 17.50 EUR as CPL in 2026-03.");
    accrual.amount.currency = *Currency::Parse("JPY");
    EXPECT_EQ(TextOf(Explain().steps.front()), "Affiliate \"Alpha\" earned 17.5 JPY as CPL in 2026-03.");
    accrual.amount.currency = *Currency::Parse("KWD");
    EXPECT_EQ(TextOf(Explain().steps.front()), "Affiliate \"Alpha\" earned 17.500 KWD as CPL in 2026-03.");
}

}  // namespace
}  // namespace fairlead::commission

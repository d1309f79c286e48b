#include "app/resources/deals/deal_terms_json.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::app {
namespace {

namespace json = boost::json;
using commission::CpaTier;
using commission::RevShareTier;
using commission::Terms;
using TermsErrors = std::vector<std::pair<std::string, ErrorCode>>;

Decimal Amount(std::string_view text) { return *Decimal::Parse(text); }

Terms TermsFrom(std::string_view text) {
    Terms terms;
    EXPECT_TRUE(ReadTerms(json::parse(text), terms).empty()) << text;
    return terms;
}

TermsErrors WrongWithTerms(std::string_view text) {
    Terms terms;
    TermsErrors codes;
    for (const Error& error : ReadTerms(json::parse(text), terms)) codes.emplace_back(error.pointer, error.code);
    EXPECT_EQ(terms, Terms()) << "refused terms do not change `out`";
    return codes;
}

// The terms of docs/commission.md §1.1.
constexpr std::string_view kHybrid =
    R"({"currency":"EUR","cpa":{"amount":"100","amountByCountry":{"DE":"120"},"minFirstDeposit":"20",)"
    R"("minTotalDeposits":"0","minWagered":"0","qualifyWithinDays":30,"tiers":[{"from":11,"amount":"130"}],)"
    R"("tierMode":"marginal","monthlyCap":50,"holdDays":0,"clawback":"ifUnqualified"},"revShare":{"rate":"25",)"
    R"("tiers":[{"from":"10000","rate":"30"},{"from":"50000","rate":"35"}],"tierMode":"whole",)"
    R"("adminFeePercent":"10","deductChargebacks":true,"negativeCarryover":true,"durationMonths":null},)"
    R"("cpl":{"amount":"5"},"fixedMonthly":{"amount":"500"},"subAffiliate":{"percentOfCommission":"5"}})";

TEST(DealTerms, AreReadWithEveryMember) {
    const Terms terms = TermsFrom(kHybrid);
    EXPECT_EQ(terms.currency.code(), "EUR");
    ASSERT_TRUE(terms.cpa);
    EXPECT_EQ(terms.cpa->amount, Amount("100"));
    EXPECT_EQ(terms.cpa->amount_by_country, (std::map<std::string, Decimal>{{"DE", Amount("120")}}));
    EXPECT_EQ(terms.cpa->min_first_deposit, Amount("20"));
    EXPECT_EQ(terms.cpa->qualify_within_days, 30);
    EXPECT_EQ(terms.cpa->tiers, (std::vector<CpaTier>{{11, Amount("130")}}));
    EXPECT_EQ(terms.cpa->monthly_cap, 50);
    ASSERT_TRUE(terms.rev_share);
    EXPECT_EQ(terms.rev_share->rate, Amount("25"));
    EXPECT_EQ(terms.rev_share->tiers,
              (std::vector<RevShareTier>{{Amount("10000"), Amount("30")}, {Amount("50000"), Amount("35")}}));
    EXPECT_EQ(terms.rev_share->tier_mode, commission::TierMode::kWhole);
    EXPECT_EQ(terms.rev_share->admin_fee_percent, Amount("10"));
    EXPECT_EQ(terms.cpl->amount, Amount("5"));
    EXPECT_EQ(terms.fixed_monthly->amount, Amount("500"));
    EXPECT_EQ(terms.sub_affiliate->percent_of_commission, Amount("5"));
}

TEST(DealTerms, AMissingMemberHasItsDefault) {
    const Terms terms = TermsFrom(R"({"currency": "EUR", "cpa": {"amount": "1"}, "revShare": {"rate": "2"}})");
    EXPECT_EQ(*terms.cpa, commission::CpaTerms{.amount = Amount("1")});
    EXPECT_EQ(*terms.rev_share, commission::RevShareTerms{.rate = Amount("2")});
    EXPECT_FALSE(terms.cpl || terms.fixed_monthly || terms.sub_affiliate);
}

TEST(DealTerms, TheSameTermsHaveTheSameText) {
    EXPECT_EQ(TermsToText(TermsFrom(kHybrid)), kHybrid);
    const std::string_view in_words =
        R"({"cpl": {"amount": "5.00"}, "cpa": {"amountByCountry": {"de": "2", "AT": "1"}, "amount": "100.0"},
            "currency": "eur", "revShare": null})";
    EXPECT_EQ(TermsToText(TermsFrom(in_words)),
              R"({"currency":"EUR","cpa":{"amount":"100","amountByCountry":{"AT":"1","DE":"2"},"minFirstDeposit":"0",)"
              R"("minTotalDeposits":"0","minWagered":"0","qualifyWithinDays":null,"tiers":[],"tierMode":"marginal",)"
              R"("monthlyCap":null,"holdDays":0,"clawback":"ifUnqualified"},"cpl":{"amount":"5"}})");
}

TEST(DealTerms, EveryErrorIsReportedWithItsPointer) {
    EXPECT_EQ(WrongWithTerms(R"({"cpa": {"amount": "-1", "bonus": 1, "tiers": [{"from": 0}]}, "hybrid": {}})"),
              (TermsErrors{{"/cpa/amount", ErrorCode::kNegativeAmount},
                           {"/cpa/bonus", ErrorCode::kUnknownMember},
                           {"/cpa/tiers/0/from", ErrorCode::kInvalidValue},
                           {"/cpa/tiers/0/amount", ErrorCode::kRequired},
                           {"/hybrid", ErrorCode::kUnknownMember},
                           {"/currency", ErrorCode::kRequired}}));
}

TEST(DealTerms, HaveAtLeastOneComponent) {
    EXPECT_EQ(WrongWithTerms(R"({"currency": "EUR"})"), (TermsErrors{{"", ErrorCode::kRequired}}));
    EXPECT_EQ(WrongWithTerms(R"({"currency": "EUR", "cpl": null})"), (TermsErrors{{"", ErrorCode::kRequired}}));
    for (const std::string_view component :
         {R"("cpa": {"amount": "0"})", R"("revShare": {"rate": "0"})", R"("cpl": {"amount": "0"})",
          R"("fixedMonthly": {"amount": "0"})", R"("subAffiliate": {"percentOfCommission": "0"})"}) {
        TermsFrom(R"({"currency": "EUR", )" + std::string(component) + "}");
    }
}

TEST(DealTerms, EveryComponentNeedsItsAmountOrRate) {
    EXPECT_EQ(WrongWithTerms(R"({"currency": "EUR", "cpa": {}, "revShare": {}, "cpl": {}, "fixedMonthly": {},
                            "subAffiliate": {}})"),
              (TermsErrors{{"/cpa/amount", ErrorCode::kRequired},
                           {"/revShare/rate", ErrorCode::kRequired},
                           {"/cpl/amount", ErrorCode::kRequired},
                           {"/fixedMonthly/amount", ErrorCode::kRequired},
                           {"/subAffiliate/percentOfCommission", ErrorCode::kRequired}}));
}

TEST(DealTerms, APercentageIsFrom0To100) {
    const auto wrong = [](const std::string& rate) {
        return WrongWithTerms(R"({"currency": "EUR", "revShare": {"rate": ")" + rate + "\"}}");
    };
    EXPECT_EQ(TermsFrom(R"({"currency": "EUR", "revShare": {"rate": "33.33333333"}})").rev_share->rate,
              Amount("33.33333333"));
    TermsFrom(R"({"currency": "EUR", "revShare": {"rate": "100", "adminFeePercent": "100"}})");
    EXPECT_EQ(wrong("100.00000001"), (TermsErrors{{"/revShare/rate", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(wrong("-0.1"), (TermsErrors{{"/revShare/rate", ErrorCode::kNegativeAmount}}));
    EXPECT_EQ(wrong("0.333333333"), (TermsErrors{{"/revShare/rate", ErrorCode::kInvalidAmount}}));
}

TEST(DealTerms, TiersAscendStrictly) {
    const auto wrong_cpa = [](const std::string& tiers) {
        return WrongWithTerms(R"({"currency": "EUR", "cpa": {"amount": "1", "tiers": )" + tiers + "}}");
    };
    const auto wrong_share = [](const std::string& tiers) {
        return WrongWithTerms(R"({"currency": "EUR", "revShare": {"rate": "1", "tiers": )" + tiers + "}}");
    };
    EXPECT_EQ(wrong_cpa(R"([{"from": 3, "amount": "1"}, {"from": 3, "amount": "1"}])"),
              (TermsErrors{{"/cpa/tiers/1/from", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(wrong_cpa(R"([{"from": 3, "amount": "1"}, {"from": 5, "amount": "1"}, {"from": 4, "amount": "9"}])"),
              (TermsErrors{{"/cpa/tiers/2/from", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(wrong_share(R"([{"from": "0.1", "rate": "1"}, {"from": "0.10", "rate": "2"}])"),
              (TermsErrors{{"/revShare/tiers/1/from", ErrorCode::kInvalidValue}}));
    // Amounts and rates may decrease from tier to tier.
    TermsFrom(R"({"currency": "EUR", "revShare": {"rate": "30", "tiers": [{"from": "0", "rate": "20"},
             {"from": "0.00000001", "rate": "10"}]}})");
}

TEST(DealTerms, ACountryIsPricedOnce) {
    EXPECT_EQ(
        WrongWithTerms(R"({"currency": "EUR", "cpa": {"amount": "1", "amountByCountry": {"DE": "1", "De": "2"}}})"),
        (TermsErrors{{"/cpa/amountByCountry/De", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(WrongWithTerms(R"({"currency": "EUR", "cpa": {"amount": "1", "amountByCountry": {"a/b": "1"}}})"),
              (TermsErrors{{"/cpa/amountByCountry/a~1b", ErrorCode::kInvalidValue}}));
}

TEST(DealTerms, ACapOfZeroIsACap) {
    EXPECT_EQ(TermsFrom(R"({"currency": "EUR", "cpa": {"amount": "1", "monthlyCap": 0}})").cpa->monthly_cap, 0);
    EXPECT_EQ(TermsFrom(R"({"currency": "EUR", "cpa": {"amount": "1", "monthlyCap": null}})").cpa->monthly_cap,
              std::nullopt);
}

// Every member of docs/commission.md §6.
constexpr std::string_view kProgramme =
    R"({"currency":"EUR","cpa":{"amount":"80","amountByCountry":{},"minFirstDeposit":"20","minTotalDeposits":"0",)"
    R"("minWagered":"0","qualifyWithinDays":30,"tiers":[],"tierMode":"marginal","monthlyCap":null,"holdDays":0,)"
    R"("clawback":"ifUnqualified","minBets":5,"requires":["kycVerified"],"excludes":["selfExcluded","blocked"],)"
    R"("qualifyFrom":"firstDeposit","firstDepositWindowHours":24,"amountByFirstDeposit":[{"from":"100","amount":"150"}]},)"
    R"("revShare":{"rate":"25","tiers":[{"from":"11","rate":"30","rateByProduct":{"sports":"20"},)"
    R"("requires":{"activePlayers":5,"deposits":"100"}}],"tierMode":"whole","adminFeePercent":"0",)"
    R"("deductChargebacks":true,"negativeCarryover":true,"durationMonths":null,"tierBy":"newDepositors",)"
    R"("requires":{"qualifiedPlayers":1,"elseRate":"5"},"rateByProduct":{"sports":"15"},"excludeProducts":["poker"],)"
    R"("deductions":{"bonusPercent":"100","depositFeePercent":"2","withdrawalFeePercent":"1","beforeAdminFee":true},)"
    R"("introRate":{"rate":"50","months":3},"inactiveAfterMonths":6},"turnover":{"rate":"0.25","rateByProduct":{"sports":"0.5"}}})";

TEST(DealTerms, EveryMemberOfProgrammesIsReadAndWritten) {
    const Terms terms = TermsFrom(kProgramme);
    EXPECT_EQ(TermsToText(terms), kProgramme);
    EXPECT_EQ(terms.cpa->min_bets, 5);
    EXPECT_TRUE(terms.cpa->requires_kyc && terms.cpa->excludes_self_excluded && terms.cpa->excludes_blocked);
    EXPECT_EQ(terms.rev_share->tiers.front().needs.active_players, 5);
    EXPECT_EQ(terms.rev_share->needs->else_rate, Amount("5"));
    EXPECT_EQ(terms.turnover->rate_by_product, (commission::ProductRates{{"sports", Amount("0.5")}}));
}

TEST(DealTerms, ATierOfPlayersMayHaveANumberAndProductsAreComparedWithoutCase) {
    const Terms terms = TermsFrom(R"({"currency": "EUR", "revShare": {"rate": "25", "tierMode": "whole",
        "tierBy": "activePlayers", "tiers": [{"from": 11, "rate": "30"}], "excludeProducts": ["Poker"]}})");
    EXPECT_EQ(terms.rev_share->tiers.front().from, Amount("11"));
    EXPECT_EQ(terms.rev_share->exclude_products, std::vector<std::string>{"poker"});
}

TEST(DealTerms, ContradictionsAreRefused) {
    const auto wrong = [](const std::string& component, const std::string& members) {
        return WrongWithTerms(R"({"currency": "EUR", ")" + component + R"(": {)" + members + "}}");
    };
    const auto at = [](std::string pointer, ErrorCode code = ErrorCode::kInvalidValue) {
        return TermsErrors{{std::move(pointer), code}};
    };
    EXPECT_EQ(wrong("cpa", R"("amount": "1", "tiers": [{"from": 2, "amount": "3"}],
                              "amountByFirstDeposit": [{"from": "1", "amount": "2"}])"),
              at("/cpa/amountByFirstDeposit"));
    EXPECT_EQ(wrong("revShare", R"("rate": "1", "tierBy": "activePlayers", "tiers": [{"from": "1", "rate": "2"}])"),
              at("/revShare/tierBy"));
    EXPECT_EQ(wrong("revShare", R"("rate": "1", "tierMode": "whole", "tierBy": "activePlayers")"),
              at("/revShare/tierBy"));
    EXPECT_EQ(wrong("revShare", R"("rate": "1", "tierMode": "whole", "tierBy": "newDepositors",
                                   "tiers": [{"from": "1.5", "rate": "2"}])"),
              at("/revShare/tiers/0/from"));
    EXPECT_EQ(wrong("revShare", R"("rate": "1", "tierMode": "whole", "tierBy": "qualifiedPlayers",
                                   "tiers": [{"from": "1", "rate": "2"}])"),
              at("/revShare/tierBy"))
        << "there is no CPA";
    EXPECT_EQ(
        wrong("revShare", R"("rate": "1", "tiers": [{"from": "1", "rate": "2"}], "rateByProduct": {"sports": "2"})"),
        at("/revShare/rateByProduct"));
    EXPECT_EQ(wrong("revShare", R"("rate": "1", "tierMode": "whole", "rateByProduct": {"sports": "2"},
                                   "excludeProducts": ["Sports"])"),
              at("/revShare/rateByProduct/sports"));
    EXPECT_EQ(wrong("revShare", R"("rate": "1", "rateByProduct": {"a": "2", "A": "3"})"),
              at("/revShare/rateByProduct/A"));
    EXPECT_EQ(wrong("revShare", R"("rate": "1", "requires": {"elseRate": "2"})"),
              at("/revShare/requires", ErrorCode::kRequired));
    EXPECT_EQ(wrong("revShare", R"("rate": "1", "requires": {"activePlayers": 1})"),
              at("/revShare/requires/elseRate", ErrorCode::kRequired));
    EXPECT_EQ(wrong("revShare", R"("rate": "1", "tiers": [{"from": "1", "rate": "2", "requires": {}}])"),
              at("/revShare/tiers/0/requires", ErrorCode::kRequired));
    EXPECT_EQ(wrong("cpa", R"("amount": "1", "requires": ["passport"])"), at("/cpa/requires/0"));
    EXPECT_EQ(wrong("turnover", R"("rate": "101")"), at("/turnover/rate"));
}

RC_GTEST_PROP(DealTerms, WrittenTermsAreReadBack, ()) {
    const auto amount = [] { return Decimal::FromUnits(*rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000)); };
    const auto percent = [] { return Decimal::FromUnits(*rc::gen::inRange<std::int64_t>(0, 10'000'000'001)); };
    const auto days = [](int max) { return *rc::gen::maybe(rc::gen::inRange(1, max + 1)); };
    const auto optional_days = [&](int max) {
        const auto drawn = days(max);
        return drawn ? std::optional(*drawn) : std::nullopt;
    };
    Terms terms{.currency = *Currency::Parse(*rc::gen::element<std::string>("EUR", "USDT", "B1T"))};
    terms.cpl = commission::CplTerms{amount()};
    terms.cpa = commission::CpaTerms{.amount = amount(),
                                     .min_first_deposit = amount(),
                                     .min_total_deposits = amount(),
                                     .min_wagered = amount(),
                                     .qualify_within_days = optional_days(36'500),
                                     .tier_mode = static_cast<commission::TierMode>(*rc::gen::inRange(0, 2)),
                                     .hold_days = *rc::gen::inRange(0, 3651),
                                     .clawback = static_cast<commission::Clawback>(*rc::gen::inRange(0, 3))};
    for (const auto& country : *rc::gen::container<std::vector<std::string>>(
             rc::gen::container<std::string>(2, rc::gen::inRange('A', static_cast<char>('Z' + 1))))) {
        terms.cpa->amount_by_country[country] = amount();
    }
    for (int from = *rc::gen::inRange(1, 5); from < 20; from += *rc::gen::inRange(1, 9)) {
        terms.cpa->tiers.push_back({from, amount()});
    }
    if (*rc::gen::arbitrary<bool>()) {
        terms.rev_share = commission::RevShareTerms{
            .rate = percent(),
            .tiers = {{amount(), percent()}},
            .admin_fee_percent = percent(),
            .deduct_chargebacks = *rc::gen::arbitrary<bool>(),
            .negative = {*rc::gen::element(commission::NegativePolicy::kCarry, commission::NegativePolicy::kWaive)},
            .duration_months = optional_days(1200)};
    }
    const std::string text = TermsToText(terms);
    RC_ASSERT(TermsFromText(text) == terms);
    RC_ASSERT(TermsToText(TermsFromText(text)) == text);
}

}  // namespace
}  // namespace fairlead::app

#include <gtest/gtest.h>

#include "app/resources/deals/deal_terms_json.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;

// "pointer message" of the first error, or "accepted".
std::string Judged(std::string_view text) {
    commission::Terms terms;
    const Errors errors = ReadTerms(json::parse(text), terms);
    return errors.empty() ? "accepted" : errors.begin()->pointer + " " + errors.begin()->message;
}

std::string Negative(std::string_view members) {
    return Judged(R"({"currency":"EUR","revShare":{"rate":"30",)" + std::string(members) + "}}");
}

std::string Rewritten(std::string_view text) { return TermsToText(TermsFromText(text)); }

TEST(NegativeTerms, TheShortFormIsKept) {
    const std::string text = Rewritten(R"({"currency":"EUR","revShare":{"rate":"30","negative":{"policy":"waive"}}})");
    EXPECT_NE(text.find(R"("negativeCarryover":false)"), std::string::npos) << text;
    EXPECT_EQ(text.find(R"("negative":)"), std::string::npos) << text;
}

TEST(NegativeTerms, TheLongFormIsWrittenIfItSaysMore) {
    const std::string members =
        R"("negative":{"policy":"carry","carryMonths":3,"highRoller":{"playerLoss":"5000","when":"always"}})";
    const std::string text = Rewritten(R"({"currency":"EUR","revShare":{"rate":"30",)" + members + "}}");
    EXPECT_NE(text.find(members), std::string::npos) << text;
    EXPECT_EQ(text.find("negativeCarryover"), std::string::npos) << text;
}

TEST(NegativeTerms, ContradictionsAreRefused) {
    EXPECT_EQ(Negative(R"("negative":{"policy":"carry"},"negativeCarryover":true)"),
              "/revShare/negativeCarryover is the short form of negative. Give only one of them");
    EXPECT_EQ(Negative(R"("negative":{"policy":"waive","carryMonths":3})"),
              "/revShare/negative/carryMonths needs policy carry");
    EXPECT_EQ(Negative(R"("negative":{"policy":"waive","carryBase":true})"),
              "/revShare/negative/carryBase needs policy carry");
    EXPECT_EQ(Negative(R"("negative":{"policy":"carry","onlyChargebacks":true},"deductChargebacks":false)"),
              "/revShare/negative/onlyChargebacks needs deductChargebacks");
    EXPECT_EQ(Negative(R"("negative":{"policy":"carry","highRoller":{"playerLoss":"0"}})"),
              "/revShare/negative/highRoller/playerLoss must be more than 0");
    EXPECT_EQ(Negative(R"("negative":{"policy":"waive","highRoller":{"playerLoss":"1"}})"), "accepted");
}

TEST(SubAffiliateLevels, OneLevelIsWrittenShort) {
    const std::string text = Rewritten(R"({"currency":"EUR","subAffiliate":{"levels":["5"]}})");
    EXPECT_NE(text.find(R"("subAffiliate":{"percentOfCommission":"5"})"), std::string::npos) << text;
}

TEST(SubAffiliateLevels, SeveralLevelsAreAList) {
    const std::string levels = R"("subAffiliate":{"levels":["5","2","2"]})";
    const std::string text = Rewritten(R"({"currency":"EUR",)" + levels + "}");
    EXPECT_NE(text.find(levels), std::string::npos) << text;
}

TEST(SubAffiliateLevels, ContradictionsAreRefused) {
    EXPECT_EQ(Judged(R"({"currency":"EUR","subAffiliate":{"levels":["5"],"percentOfCommission":"5"}})"),
              "/subAffiliate/percentOfCommission is the short form of levels. Give only one of them");
    EXPECT_EQ(Judged(R"({"currency":"EUR","subAffiliate":{}})"),
              "/subAffiliate/percentOfCommission is required, or levels");
    EXPECT_EQ(Judged(R"({"currency":"EUR","subAffiliate":{"levels":[]}})"),
              "/subAffiliate/levels must have at least one percentage");
    EXPECT_EQ(Judged(R"({"currency":"EUR","subAffiliate":{"levels":["5","101"]}})"),
              "/subAffiliate/levels/1 must be from 0 to 100");
}

}  // namespace
}  // namespace fairlead::app

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class ScopeOfADeal : public testing::Test, protected WorkedCase {};

TEST_F(ScopeOfADeal, AnEmptyScopeFitsEveryPlayer) {
    const Scope scope;
    EXPECT_TRUE(scope.Fits(Nth<BrandId>(1), "DE"));
    EXPECT_TRUE(scope.Fits(Nth<BrandId>(2), ""));
    EXPECT_EQ(scope.dimensions(), 0);
}

TEST_F(ScopeOfADeal, AScopeOfBrandsFitsOnlyTheirPlayers) {
    const Scope scope{.brands = {Nth<BrandId>(1), Nth<BrandId>(2)}};
    EXPECT_TRUE(scope.Fits(Nth<BrandId>(2), "DE"));
    EXPECT_FALSE(scope.Fits(Nth<BrandId>(3), "DE"));
    EXPECT_EQ(scope.dimensions(), 1) << "two brands are still one dimension";
}

TEST_F(ScopeOfADeal, AScopeOfCountriesDoesNotFitAPlayerWithoutACountry) {
    const Scope scope{.countries = {"DE", "AT"}};
    EXPECT_TRUE(scope.Fits(Nth<BrandId>(1), "AT"));
    EXPECT_FALSE(scope.Fits(Nth<BrandId>(1), "CH"));
    EXPECT_FALSE(scope.Fits(Nth<BrandId>(1), ""));
    EXPECT_EQ(scope.dimensions(), 1);
}

TEST_F(ScopeOfADeal, BrandAndCountryMustBothFit) {
    const Scope scope{.brands = {Nth<BrandId>(1)}, .countries = {"DE"}};
    EXPECT_TRUE(scope.Fits(Nth<BrandId>(1), "DE"));
    EXPECT_FALSE(scope.Fits(Nth<BrandId>(2), "DE"));
    EXPECT_FALSE(scope.Fits(Nth<BrandId>(1), "AT"));
    EXPECT_EQ(scope.dimensions(), 2);
}

class VersionsOfADeal : public testing::Test, protected WorkedCase {
protected:
    void Add(std::int32_t number, std::string_view from) {
        DealVersion version{.number = number};
        if (!from.empty()) version.effective_from = Day(from);
        deal_.versions.push_back(version);
    }
    // The number of the version in force, or 0 if there is none.
    std::int32_t InForceOn(std::string_view day) const {
        const DealVersion* version = deal_.VersionOn(Day(day));
        return version == nullptr ? 0 : version->number;
    }

    Deal deal_;
};

TEST_F(VersionsOfADeal, AVersionIsInForceFromItsFirstDayOn) {
    Add(1, "2026-03-01");
    EXPECT_EQ(InForceOn("2026-02-28"), 0);
    EXPECT_EQ(InForceOn("2026-03-01"), 1);
    EXPECT_EQ(InForceOn("2030-01-01"), 1);
}

TEST_F(VersionsOfADeal, AVersionWithoutAFirstDayIsInForceFromTheBeginning) {
    Add(1, "");
    EXPECT_EQ(InForceOn("1970-01-01"), 1);
}

TEST_F(VersionsOfADeal, TheVersionThatBeganLastIsInForce) {
    Add(1, "");
    Add(2, "2026-05-01");
    Add(3, "2026-03-01");
    EXPECT_EQ(InForceOn("2026-02-28"), 1);
    EXPECT_EQ(InForceOn("2026-04-30"), 3) << "made after version 2, but it begins earlier";
    EXPECT_EQ(InForceOn("2026-05-01"), 2);
}

TEST_F(VersionsOfADeal, IfVersionsHaveTheSameFirstDayTheNewestIsInForce) {
    Add(1, "2026-03-01");
    Add(2, "2026-03-01");
    EXPECT_EQ(InForceOn("2026-03-01"), 2);
}

TEST_F(VersionsOfADeal, AVersionIsFoundByItsNumberEvenIfAnEarlierOneIsMissing) {
    Add(2, "2026-03-01");
    ASSERT_NE(deal_.Version(2), nullptr);
    EXPECT_EQ(deal_.Version(2)->number, 2);
    EXPECT_EQ(deal_.Version(1), nullptr);
    EXPECT_EQ(deal_.Version(0), nullptr);
    EXPECT_EQ(deal_.Version(3), nullptr);
}

}  // namespace
}  // namespace fairlead::commission

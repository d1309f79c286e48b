#include "domain/catalogue/affiliate_name.hpp"

#include <gtest/gtest.h>

namespace fairlead::catalogue {
namespace {

TEST(AffiliateName, OrdinaryNamesAreAllowed) {
    for (const char* name : {"Best Bets", "B\303\274cher & S\303\266hne", "(Best) Bets", "Totally",
                             "\xE6\x97\xA5\xE6\x9C\xAC", "Lucky \xF0\x9F\x8D\x80"}) {
        EXPECT_FALSE(WhyAffiliateNameIsRefused(name)) << name;
    }
}

TEST(AffiliateName, NamesThatReportsUseAreReserved) {
    for (const char* name : {"(organic)", "(Organic)", " (organic) ", "(unregistered)", "Total", "total", "TOTAL "}) {
        EXPECT_TRUE(WhyAffiliateNameIsRefused(name)) << name;
    }
}

TEST(AffiliateName, InvisibleCharactersAreRefused) {
    // A zero-width space, a change of direction, a soft hyphen, a byte order mark and a tag.
    for (const char* character : {"\xE2\x80\x8B", "\xE2\x80\xAE", "\xC2\xAD", "\xEF\xBB\xBF", "\xF3\xA0\x81\x81"}) {
        EXPECT_TRUE(WhyAffiliateNameIsRefused("Best" + std::string(character) + " Bets"));
    }
}

TEST(AffiliateName, SpacesAroundANameAndItsCaseMakeNoOtherName) {
    EXPECT_TRUE(IsSameAffiliateName("Best Bets", " best BETS "));
    EXPECT_FALSE(IsSameAffiliateName("Best Bets", "Best Bet"));
}

}  // namespace
}  // namespace fairlead::catalogue

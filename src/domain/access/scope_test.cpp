#include "domain/access/scope.hpp"

#include <array>

#include <gtest/gtest.h>

namespace fairlead::access {
namespace {

constexpr std::array kAreas{Area::kEvents, Area::kTracking, Area::kReports, Area::kMoney, Area::kAdmin, Area::kPeople};
constexpr std::array kScopes{KeyScope::kEvents, KeyScope::kTracking, KeyScope::kReports, KeyScope::kMoney,
                             KeyScope::kAdmin};

// The i-th scope belongs to the i-th area.
TEST(Scope, OpensOnlyTheAreaOfItsName) {
    for (std::size_t scope = 0; scope < kScopes.size(); ++scope) {
        for (std::size_t area = 0; area < kAreas.size(); ++area) {
            EXPECT_EQ(Opens(KeyScopes{kScopes[scope]}, kAreas[area]), scope == area)
                << NameOf(kScopes[scope]) << " and area " << area;
        }
    }
}

TEST(Scope, FullOpensEverythingExceptPeople) {
    for (const Area area : kAreas) EXPECT_EQ(Opens(KeyScopes{KeyScope::kFull}, area), area != Area::kPeople);
}

TEST(Scope, AllScopesTogetherDoNotOpenPeople) {
    EXPECT_FALSE(Opens(kScopes, Area::kPeople));
    EXPECT_FALSE(Opens(KeyScopes{KeyScope::kAdmin, KeyScope::kFull}, Area::kPeople));
}

TEST(Scope, SeveralScopesOpenSeveralAreas) {
    const KeyScopes scopes{KeyScope::kReports, KeyScope::kEvents};
    EXPECT_TRUE(Opens(scopes, Area::kEvents));
    EXPECT_TRUE(Opens(scopes, Area::kReports));
    EXPECT_FALSE(Opens(scopes, Area::kMoney));
}

TEST(Scope, NoScopeOpensNothing) {
    for (const Area area : kAreas) EXPECT_FALSE(Opens({}, area));
}

TEST(Scope, AKeyLacksTheScopesThatItDoesNotHave) {
    const KeyScopes own{KeyScope::kAdmin, KeyScope::kEvents};
    EXPECT_EQ(FirstLacking(own, KeyScopes{KeyScope::kEvents, KeyScope::kAdmin}), std::nullopt);
    EXPECT_EQ(FirstLacking(own, KeyScopes{KeyScope::kEvents, KeyScope::kMoney}), KeyScope::kMoney);
    EXPECT_EQ(FirstLacking(own, KeyScopes{KeyScope::kFull}), KeyScope::kFull);
    EXPECT_EQ(FirstLacking(KeyScopes{KeyScope::kFull}, KeyScopes{KeyScope::kFull, KeyScope::kMoney}), std::nullopt);
}

TEST(Scope, AllScopesTogetherAreNotFull) {
    EXPECT_EQ(FirstLacking(kScopes, KeyScopes{KeyScope::kFull}), KeyScope::kFull);
}

TEST(Scope, ARefusalNamesTheScopeThatIsNeeded) {
    EXPECT_EQ(DescribeNeed(Area::kMoney), "this request needs an API key with the scope money or full");
    EXPECT_EQ(DescribeNeed(Area::kPeople), "no API key may create or change users. Log in as an admin");
}

}  // namespace
}  // namespace fairlead::access

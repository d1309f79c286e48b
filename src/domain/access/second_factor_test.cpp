#include "domain/access/second_factor.hpp"

#include <gtest/gtest.h>

namespace fairlead::access {
namespace {

using catalogue::Operator;
using catalogue::User;
using catalogue::UserRole;

Operator Requiring(std::vector<UserRole> roles) {
    Operator self;
    self.second_factor_roles = std::move(roles);
    return self;
}

User UserOf(UserRole role, std::string totp_sealed) {
    User user;
    user.role = role;
    user.totp_sealed = std::move(totp_sealed);
    return user;
}

TEST(SecondFactor, OnlyTheNamedRolesNeedOne) {
    const Operator self = Requiring({UserRole::kAdmin, UserRole::kAffiliate});
    EXPECT_TRUE(LacksSecondFactor(self, UserOf(UserRole::kAdmin, "")));
    EXPECT_TRUE(LacksSecondFactor(self, UserOf(UserRole::kAffiliate, "")));
    EXPECT_FALSE(LacksSecondFactor(self, UserOf(UserRole::kManager, "")));
    EXPECT_FALSE(LacksSecondFactor(Requiring({}), UserOf(UserRole::kAdmin, "")));
}

TEST(SecondFactor, AUserWithOneTimeCodesLacksNothing) {
    EXPECT_FALSE(LacksSecondFactor(Requiring({UserRole::kAdmin}), UserOf(UserRole::kAdmin, "sealed")));
}

TEST(SecondFactor, ASecretThatIsNotConfirmedIsNotEnough) {
    User user = UserOf(UserRole::kAdmin, "");
    user.totp_pending_sealed = "sealed";
    EXPECT_TRUE(LacksSecondFactor(Requiring({UserRole::kAdmin}), user));
}

}  // namespace
}  // namespace fairlead::access

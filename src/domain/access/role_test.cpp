#include "domain/access/role.hpp"

#include <map>
#include <vector>

#include <gtest/gtest.h>

namespace fairlead::access {
namespace {

using catalogue::UserRole;

TEST(Role, EachRoleHasItsPermissions) {
    const std::vector<Need> all{Need::kRead, Need::kWrite, Need::kKeepBooks, Need::kPay, Need::kAdminister};
    const std::map<UserRole, std::vector<Need>> allowed{
        {UserRole::kAdmin, all},
        {UserRole::kManager, {Need::kRead, Need::kWrite, Need::kKeepBooks}},
        {UserRole::kFinance, {Need::kRead, Need::kKeepBooks, Need::kPay}},
        {UserRole::kViewer, {Need::kRead}},
        {UserRole::kAffiliate, {}},
    };

    ASSERT_EQ(allowed.size(), catalogue::kUserRoleNames.size());
    for (const auto& [role, needs] : allowed) {
        std::vector<Need> found;
        for (const Need need : all) {
            if (Allows(role, need)) found.push_back(need);
        }
        EXPECT_EQ(found, needs) << static_cast<int>(role);
    }
}

}  // namespace
}  // namespace fairlead::access

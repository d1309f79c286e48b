#include "domain/events/regular_types.hpp"

#include <gtest/gtest.h>

namespace fairlead::events {
namespace {

TEST(RegularTypes, AreThoseThatABrandSendsEveryDay) {
    for (const std::string_view type : {"registration", "deposit", "ngr_update", "wager_settled"}) {
        EXPECT_TRUE(IsRegular(type)) << type;
    }
    for (const std::string_view type : {"chargeback", "self_exclusion", "player_blocked", "bonus", "unheard_of", ""}) {
        EXPECT_FALSE(IsRegular(type)) << type;
    }
}

}  // namespace
}  // namespace fairlead::events

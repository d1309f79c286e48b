#include "app/portal/player_alias.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

TEST(PlayerAlias, StaysTheSameAndDiffersByPlayerAffiliateAndKey) {
    InitializeCryptography();
    const Bytes32 key{1};
    const auto affiliate = AffiliateId::New();
    const auto player = PlayerId::New();
    const std::string alias = PlayerAlias(key, affiliate, player);

    EXPECT_EQ(alias.size(), std::string("Player 7f3a09c2").size());
    EXPECT_EQ(alias, PlayerAlias(key, affiliate, player));
    EXPECT_NE(alias, PlayerAlias(key, affiliate, PlayerId::New()));
    EXPECT_NE(alias, PlayerAlias(key, AffiliateId::New(), player));
    EXPECT_NE(alias, PlayerAlias(Bytes32{2}, affiliate, player));
    EXPECT_EQ(player.ToString().find(alias.substr(7)), std::string::npos);
}

}  // namespace
}  // namespace fairlead::app

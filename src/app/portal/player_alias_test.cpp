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

TEST(PlayerAlias, IsReadBackInAnyCaseWithOrWithoutItsFirstWord) {
    InitializeCryptography();
    const auto affiliate = AffiliateId::New();
    const auto player = PlayerId::New();
    const auto number = PlayerAliasNumber(Bytes32{1}, affiliate, player);

    EXPECT_EQ(ParsePlayerAlias(PlayerAlias(Bytes32{1}, affiliate, player)), number);
    EXPECT_EQ(ParsePlayerAlias("Player 84b9abfd"), 0x84b9abfdU);
    EXPECT_EQ(ParsePlayerAlias(" player  84B9ABFD "), 0x84b9abfdU);
    EXPECT_EQ(ParsePlayerAlias("0000000f"), 15U);
}

TEST(PlayerAlias, IsNothingElse) {
    for (const auto* text :
         {"", "Player", "Player 84b9abf", "84b9abfd0", "84b9abfx", "0x84b9ab", "-4b9abfd", "Players 84b9abfd"}) {
        EXPECT_FALSE(ParsePlayerAlias(text)) << text;
    }
}

}  // namespace
}  // namespace fairlead::app

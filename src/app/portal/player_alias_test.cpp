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

TEST(PlayerAlias, IsParsedInAnyCaseWithOrWithoutTheWordPlayer) {
    InitializeCryptography();
    const auto affiliate = AffiliateId::New();
    const auto player = PlayerId::New();
    const auto number = PlayerAliasNumber(Bytes32{1}, affiliate, player);

    const AliasRange one{0x84b9abfdU, 0x84b9abfdU};
    EXPECT_EQ(ParsePlayerAlias(PlayerAlias(Bytes32{1}, affiliate, player)), (AliasRange{number, number}));
    EXPECT_EQ(ParsePlayerAlias("Player 84b9abfd"), one);
    EXPECT_EQ(ParsePlayerAlias(" player  84B9ABFD "), one);
    EXPECT_EQ(ParsePlayerAlias("0000000f"), (AliasRange{15, 15}));
}

TEST(PlayerAlias, TheFirstDigitsStandForAllAliasesThatBeginWithThem) {
    EXPECT_EQ(ParsePlayerAlias("Player 84b9abf"), (AliasRange{0x84b9abf0U, 0x84b9abffU}));
    EXPECT_EQ(ParsePlayerAlias("player f"), (AliasRange{0xf0000000U, 0xffffffffU}));
    EXPECT_EQ(ParsePlayerAlias("84B9AB"), (AliasRange{0x84b9ab00U, 0x84b9abffU}));
}

TEST(PlayerAlias, OtherTextsAreNotAliases) {
    for (const auto* text :
         {"", "Player", "Player ", "84b9a", "84b9abfd0", "84b9abfx", "0x84b9ab", "-4b9abfd", "Players 84b9abfd"}) {
        EXPECT_FALSE(ParsePlayerAlias(text)) << text;
    }
}

TEST(PortalPlayerId, IsConvertedBackOnlyForItsAffiliate) {
    const Bytes32 key{1};
    const auto affiliate = AffiliateId::New();
    const auto player = PlayerId::New();
    const std::string id = PortalPlayerId(key, affiliate, player);
    EXPECT_EQ(id.size(), 64U);
    EXPECT_EQ(id, PortalPlayerId(key, affiliate, player));
    EXPECT_EQ(PlayerOfPortalId(key, affiliate, id), player);
    EXPECT_EQ(PlayerOfPortalId(key, AffiliateId::New(), id), std::nullopt);
    EXPECT_EQ(PlayerOfPortalId(Bytes32{2}, affiliate, id), std::nullopt);
    EXPECT_NE(PortalPlayerId(key, AffiliateId::New(), player), id);
}

TEST(PortalPlayerId, AChangedOrInventedIdMatchesNoPlayer) {
    const Bytes32 key{1};
    const auto affiliate = AffiliateId::New();
    const auto player = PlayerId::New();
    const std::string id = PortalPlayerId(key, affiliate, player);
    for (std::size_t i = 0; i < id.size(); ++i) {
        std::string changed = id;
        changed[i] = changed[i] == '0' ? '1' : '0';
        EXPECT_EQ(PlayerOfPortalId(key, affiliate, changed), std::nullopt) << i;
    }
    for (const std::string& text : {std::string(), player.ToString(), std::string(64, 'x'), id + "00"}) {
        EXPECT_EQ(PlayerOfPortalId(key, affiliate, text), std::nullopt) << text;
    }
    // The id reveals nothing of the player's own id.
    EXPECT_EQ(id.find(ToHex(player.uuid.bytes)), std::string::npos);
}

}  // namespace
}  // namespace fairlead::app

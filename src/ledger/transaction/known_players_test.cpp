#include "ledger/transaction/known_players.hpp"

#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

const BrandId kBrand = BrandId::New();

events::StoredPlayer Player(std::string country) { return {.id = PlayerId::New(), .country = std::move(country)}; }

TEST(KnownPlayers, APlayerIsFoundByBrandAndReference) {
    KnownPlayers players;
    players.set_most(10);
    players.Put(kBrand, "ann", Player("DE"));
    ASSERT_NE(players.Find(kBrand, "ann"), nullptr);
    EXPECT_EQ(players.Find(kBrand, "ann")->country, "DE");
    EXPECT_EQ(players.Find(kBrand, "bob"), nullptr);
    EXPECT_EQ(players.Find(BrandId::New(), "ann"), nullptr);
}

TEST(KnownPlayers, TheLatestStateIsKept) {
    KnownPlayers players;
    players.set_most(4);
    players.Put(kBrand, "ann", Player("DE"));
    players.Put(kBrand, "ann", Player("FI"));
    EXPECT_EQ(players.size(), 1U);
    for (const char* other : {"bob", "cy"}) players.Put(kBrand, other, Player(""));  // Now "ann" is in the old half.
    players.Put(kBrand, "ann", Player("SE"));
    EXPECT_EQ(players.Find(kBrand, "ann")->country, "SE");
}

TEST(KnownPlayers, TheSizeStaysWithinTheLimit) {
    for (const std::size_t most : {0U, 1U, 2U, 3U, 100U}) {
        KnownPlayers players;
        players.set_most(most);
        for (int i = 0; i < 1000; ++i) {
            players.Put(kBrand, std::to_string(i % 300), Player(""));
            players.Put(kBrand, std::to_string(i % 7), Player(""));
            EXPECT_LE(players.size(), most + 1);
        }
    }
}

TEST(KnownPlayers, APlayerThatIsUsedRegularlyStays) {
    KnownPlayers players;
    players.set_most(100);
    players.Put(kBrand, "regular", Player("DE"));
    for (int i = 0; i < 1000; ++i) {
        players.Put(kBrand, std::to_string(i), Player(""));
        ASSERT_NE(players.Find(kBrand, "regular"), nullptr);
        players.Put(kBrand, "regular", Player("DE"));
    }
    EXPECT_EQ(players.Find(kBrand, "1"), nullptr);
}

TEST(KnownPlayers, AClearedCacheIsEmpty) {
    KnownPlayers players;
    players.set_most(10);
    players.Put(kBrand, "ann", Player("DE"));
    players.Clear();
    EXPECT_EQ(players.Find(kBrand, "ann"), nullptr);
    EXPECT_EQ(players.size(), 0U);
}

}  // namespace
}  // namespace fairlead::ledger

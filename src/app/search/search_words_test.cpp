#include "app/search/search_words.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr std::string_view kFields = "streamer max\x1fpost@max-power.example\x1f";

std::optional<MatchRank> RankOf(std::string_view text) { return SearchWords(text).RankOf(kFields); }

TEST(SearchWords, AreFoldedAndSplitAtSpaces) {
    const SearchWords words("  Müller   GMBH ");
    EXPECT_EQ(words.phrase(), "muller gmbh");
    EXPECT_EQ(words.words(), (std::vector<std::string>{"muller", "gmbh"}));
    EXPECT_EQ(words.Longest(), "muller");
    EXPECT_TRUE(SearchWords("   ").empty());
    EXPECT_EQ(SearchWords("a b c d e f g h i j").words().size(), SearchWords::kWordsMax);
}

TEST(SearchWords, RankAWholeFieldBeforeItsBeginningBeforeWordsBeforeParts) {
    EXPECT_EQ(RankOf("Streamer Max"), MatchRank::kWhole);
    EXPECT_EQ(RankOf("post@max-power.example"), MatchRank::kWhole);
    EXPECT_EQ(RankOf("stream"), MatchRank::kBeginning);
    EXPECT_EQ(RankOf("post"), MatchRank::kBeginning);
    EXPECT_EQ(RankOf("max"), MatchRank::kWords);
    EXPECT_EQ(RankOf("power str"), MatchRank::kWords);
    EXPECT_EQ(RankOf("eamer"), MatchRank::kParts);
    EXPECT_EQ(RankOf("max reamer"), MatchRank::kParts);
}

TEST(SearchWords, EveryWordMustOccurWithinAField) {
    EXPECT_EQ(RankOf("streamer moritz"), std::nullopt);
    EXPECT_EQ(RankOf("maxpost"), std::nullopt);
}

}  // namespace
}  // namespace fairlead::app

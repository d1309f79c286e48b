#include "base/text/fold.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

TEST(Folded, IgnoresCaseAndAccents) {
    EXPECT_EQ(Folded("Streamer MAX 42"), "streamer max 42");
    EXPECT_EQ(Folded("Müller"), "muller");
    EXPECT_EQ(Folded("Çağlar ŻÓŁĆ Ñandú"), "caglar zolc nandu");
    EXPECT_EQ(Folded("Straße, Ærø, Œuvre, Þór"), "strasse, aero, oeuvre, thor");
    EXPECT_EQ(Folded("u\u0308ber"), "uber");
}

TEST(Folded, KnowsGreekAndCyrillicCapitals) {
    EXPECT_EQ(Folded("ΑΘΗΝΑ"), "αθηνα");
    EXPECT_EQ(Folded("Αθήνα, Ελλάς"), "αθηνα, ελλασ");
    EXPECT_EQ(Folded("Άέ Ήί Ϊΰ Όύ Ώϋ ΐ"), "αε ηι ιυ ου ωυ ι");
    EXPECT_EQ(Folded("МОСКВА Ё"), "москва ё");
}

TEST(Folded, LeavesOtherScriptsAndSignsAsTheyAre) {
    EXPECT_EQ(Folded("東京 × ÷ €"), "東京 × ÷ €");
    EXPECT_EQ(Folded(""), "");
}

TEST(Folded, ReplacesControlCharacters) {
    EXPECT_EQ(Folded("a\tb\x1f"
                     "c"),
              "a b c");
}

}  // namespace
}  // namespace fairlead

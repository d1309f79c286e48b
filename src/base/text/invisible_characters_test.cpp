#include "base/text/invisible_characters.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

TEST(InvisibleCharacters, ZeroWidthAndDirectionAreInvisible) {
    for (const auto* text :
         {"a\u200Bb", "a\u202Eb", "\u2066a", "a\uFEFF", "a\u00ADb", "a\u2028b", "\U000110BD", "\U000E0041"}) {
        EXPECT_TRUE(HasInvisibleCharacter(text)) << text;
    }
}

TEST(InvisibleCharacters, LettersSignsAndPicturesAreVisible) {
    for (const auto* text :
         {"", "Anna", "Ägypten", "Łódź", "株式会社", "שלום", "\U000110C0", "😀", "a b-c_d@e.example"}) {
        EXPECT_FALSE(HasInvisibleCharacter(text)) << text;
    }
}

}  // namespace
}  // namespace fairlead

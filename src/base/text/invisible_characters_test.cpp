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

TEST(InvisibleCharacters, SpacesAndLettersWithoutAFormAreBlank) {
    for (const auto* text : {"a b", "a\u00A0b", "a\u2003b", "\u3000", "\u3164", "\uFFA0", "a\u2800", "a\u034Fb"}) {
        EXPECT_TRUE(HasBlankCharacter(text)) << text;
    }
    for (const auto* text : {"", "Anna", "Łódź", "株式会社", "שלום", "김", "😀", "a-b_c@d.example"}) {
        EXPECT_FALSE(HasBlankCharacter(text)) << text;
    }
}

}  // namespace
}  // namespace fairlead

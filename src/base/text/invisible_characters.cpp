#include "base/text/invisible_characters.hpp"

#include <algorithm>
#include <array>

namespace fairlead {
namespace {

struct CodePointRange {
    char32_t first = 0;
    char32_t last = 0;
};
// The category Cf of Unicode, which has zero-width characters and those that change the direction of the text, and the
// separators of lines and paragraphs.
constexpr std::array<CodePointRange, 20> kInvisible{
    {{0xAD, 0xAD},       {0x600, 0x605},     {0x61C, 0x61C},     {0x6DD, 0x6DD},     {0x70F, 0x70F},
     {0x890, 0x891},     {0x8E2, 0x8E2},     {0x180E, 0x180E},   {0x200B, 0x200F},   {0x2028, 0x202E},
     {0x2060, 0x2064},   {0x2066, 0x206F},   {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB},   {0x110BD, 0x110BD},
     {0x110CD, 0x110CD}, {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE007F}}};

// Takes the first code point of the text.
char32_t TakeCodePoint(std::string_view& text) {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t code_point = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (const char c : text.substr(1, length - 1))
        code_point = (code_point << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
    text.remove_prefix(std::min(length, text.size()));
    return code_point;
}

}  // namespace

bool HasInvisibleCharacter(std::string_view utf8) {
    while (!utf8.empty()) {
        const char32_t each = TakeCodePoint(utf8);
        const auto contains = [each](const CodePointRange& range) { return each >= range.first && each <= range.last; };
        if (std::ranges::any_of(kInvisible, contains)) return true;
    }
    return false;
}

}  // namespace fairlead

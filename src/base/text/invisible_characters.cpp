#include "base/text/invisible_characters.hpp"

#include <algorithm>
#include <array>
#include <span>

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

// The spaces of Unicode (the category Zs), and letters and marks without a form.
constexpr std::array<CodePointRange, 14> kBlank{{{0x20, 0x20},
                                                 {0xA0, 0xA0},
                                                 {0x34F, 0x34F},
                                                 {0x115F, 0x1160},
                                                 {0x1680, 0x1680},
                                                 {0x17B4, 0x17B5},
                                                 {0x2000, 0x200A},
                                                 {0x202F, 0x202F},
                                                 {0x205F, 0x205F},
                                                 {0x2065, 0x2065},
                                                 {0x2800, 0x2800},
                                                 {0x3000, 0x3000},
                                                 {0x3164, 0x3164},
                                                 {0xFFA0, 0xFFA0}}};

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

bool HasAnyOf(std::span<const CodePointRange> ranges, std::string_view utf8) {
    while (!utf8.empty()) {
        const char32_t each = TakeCodePoint(utf8);
        const auto contains = [each](const CodePointRange& range) { return each >= range.first && each <= range.last; };
        if (std::ranges::any_of(ranges, contains)) return true;
    }
    return false;
}

}  // namespace

bool HasInvisibleCharacter(std::string_view utf8) { return HasAnyOf(kInvisible, utf8); }

bool HasBlankCharacter(std::string_view utf8) { return HasAnyOf(kBlank, utf8); }

}  // namespace fairlead

#include "base/text/fold.hpp"

#include <cstdint>

namespace fairlead {
namespace {

// The base letters of U+00C0 to U+017F. A full stop marks a character that ReplacementOf replaces or that stays as it
// is.
constexpr std::uint32_t kLatinFirst = 0xC0;
constexpr std::string_view kLatinLetters =
    "aaaaaa.ceeeeiiii.nooooo..uuuuy..aaaaaa.ceeeeiiii.nooooo..uuuuy.y"
    "aaaaaaccccccccdd..eeeeeeeeeegggggggghh..iiiiiiiii...jjkk.llllll."
    "...nnnnnn...oooooo..rrrrrrsssssssstttt..uuuuuuuuuuuuwwyyyzzzzzz.";
static_assert(kLatinLetters.size() == 0x180 - kLatinFirst);

std::string_view ReplacementOf(std::uint32_t code) {
    switch (code) {
        case 0xC6:
        case 0xE6: return "ae";
        case 0xD0:
        case 0xF0:
        case 0x110:
        case 0x111: return "d";
        case 0xD8:
        case 0xF8: return "o";
        case 0xDE:
        case 0xFE: return "th";
        case 0xDF: return "ss";
        case 0x126:
        case 0x127: return "h";
        case 0x131: return "i";
        case 0x132:
        case 0x133: return "ij";
        case 0x13F:
        case 0x140:
        case 0x141:
        case 0x142: return "l";
        case 0x152:
        case 0x153: return "oe";
        case 0x166:
        case 0x167: return "t";
        case 0x17F: return "s";
        default: return {};
    }
}

// Returns the letter without an accent of a Greek letter with one, and the sigma of one at the end of a word. Returns
// any other code unchanged.
std::uint32_t WithoutGreekAccent(std::uint32_t code) {
    switch (code) {
        case 0x386:
        case 0x3AC: return 0x3B1;
        case 0x388:
        case 0x3AD: return 0x3B5;
        case 0x389:
        case 0x3AE: return 0x3B7;
        case 0x38A:
        case 0x390:
        case 0x3AA:
        case 0x3AF:
        case 0x3CA: return 0x3B9;
        case 0x38C:
        case 0x3CC: return 0x3BF;
        case 0x38E:
        case 0x3AB:
        case 0x3B0:
        case 0x3CB:
        case 0x3CD: return 0x3C5;
        case 0x38F:
        case 0x3CE: return 0x3C9;
        case 0x3C2: return 0x3C3;
        default: return code;
    }
}

// Returns the lower-case letter of a Greek capital without an accent or of a Cyrillic capital up to U+042F, and any
// other code unchanged.
std::uint32_t LowerCase(std::uint32_t code) {
    const bool greek = code >= 0x391 && code <= 0x3A9;
    const bool cyrillic = code >= 0x410 && code <= 0x42F;
    if (greek || cyrillic) return code + 0x20;
    if (code >= 0x400 && code <= 0x40F) return code + 0x50;
    return code;
}

bool IsCombiningAccent(std::uint32_t code) { return code >= 0x300 && code <= 0x36F; }

// Appends a code from U+0080 to U+07FF, which has two bytes.
void AppendFoldedPair(std::string& out, std::uint32_t code) {
    if (IsCombiningAccent(code)) return;
    if (code >= kLatinFirst && code < kLatinFirst + kLatinLetters.size()) {
        const char letter = kLatinLetters[code - kLatinFirst];
        if (letter != '.') {
            out += letter;
            return;
        }
        if (const auto replacement = ReplacementOf(code); !replacement.empty()) {
            out += replacement;
            return;
        }
    }
    code = LowerCase(WithoutGreekAccent(code));
    out += static_cast<char>(0xC0U | (code >> 6U));
    out += static_cast<char>(0x80U | (code & 0x3FU));
}

char FoldedAscii(std::uint8_t byte) {
    if (byte < 0x20 || byte == 0x7F) return ' ';
    return static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
}

}  // namespace

void AppendFolded(std::string& out, std::string_view utf8) {
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto byte = static_cast<std::uint8_t>(utf8[i]);
        if (byte < 0x80) {
            out += FoldedAscii(byte);
        } else if (byte >= 0xC2 && byte < 0xE0 && i + 1 < utf8.size()) {
            const auto next = static_cast<std::uint8_t>(utf8[++i]);
            AppendFoldedPair(out, ((byte & 0x1FU) << 6U) | (next & 0x3FU));
        } else {
            out += utf8[i];
        }
    }
}

std::string Folded(std::string_view utf8) {
    std::string folded;
    folded.reserve(utf8.size());
    AppendFolded(folded, utf8);
    return folded;
}

}  // namespace fairlead

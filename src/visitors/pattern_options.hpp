#pragma once

#include <cstdint>
#include <string_view>

#include <re2/re2.h>
#include <re2/stringpiece.h>

namespace fairlead::visitors {

// User agents may contain any bytes, so every byte is one character.
inline RE2::Options PatternOptions(std::int64_t bytes_max) {
    RE2::Options options(RE2::Latin1);
    options.set_log_errors(false);
    options.set_max_mem(bytes_max);
    return options;
}

// Text for RE2, which has a view of its own, of another type in each release.
inline re2::StringPiece PieceOf(std::string_view text) { return {text.data(), text.size()}; }

}  // namespace fairlead::visitors

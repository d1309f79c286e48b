#pragma once

#include <cstdint>

#include <re2/re2.h>

namespace fairlead::visitors {

// User agents may contain any bytes, so every byte is one character.
inline RE2::Options PatternOptions(std::int64_t bytes_max) {
    RE2::Options options(RE2::Latin1);
    options.set_log_errors(false);
    options.set_max_mem(bytes_max);
    return options;
}

}  // namespace fairlead::visitors

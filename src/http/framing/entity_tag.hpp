#pragma once

#include <string_view>

#include "base/text/text.hpp"

namespace fairlead::http {

// Whether the header If-None-Match names this tag. Uses the weak comparison that RFC 9110 requires.
inline bool ContainsTag(std::string_view if_none_match, std::string_view tag) {
    for (std::string_view known : SplitTrimmed(if_none_match, ',')) {
        if (known == "*") return true;
        if (known.starts_with("W/")) known.remove_prefix(2);
        if (known == tag) return true;
    }
    return false;
}

}  // namespace fairlead::http

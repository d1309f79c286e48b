#pragma once

#include <charconv>
#include <string_view>

namespace fairlead::ledger {

// Calls `take` with the text before each parameter ($1, $2 …) of a statement and the parameter's number, and at the end
// with the rest of the text and 0.
template <class Take>
void ForEachParameter(std::string_view text, Take take) {
    for (auto at = text.find('$'); at != std::string_view::npos; at = text.find('$')) {
        int number = 0;
        const char* const end = std::from_chars(text.data() + at + 1, text.data() + text.size(), number).ptr;
        take(text.substr(0, at), number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    take(text, 0);
}

}  // namespace fairlead::ledger

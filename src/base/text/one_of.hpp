#pragma once

#include <string>
#include <string_view>

namespace fairlead {

// The message for a value that is none of the allowed names: "must be one of a, b, c".
template <class Names>
std::string MustBeOneOf(const Names& names) {
    std::string message = "must be one of ";
    std::string_view separator;
    for (const std::string_view name : names) {
        message.append(separator).append(name);
        separator = ", ";
    }
    return message;
}

}  // namespace fairlead

#pragma once

#include <span>
#include <string_view>

namespace fairlead {

// A code in the current list of ISO 4217, and the fractional digits of its minor unit.
struct IsoCurrency {
    std::string_view code;
    int digits;
};

// Sorted by code. Generated during the build from a package in third_party/.
std::span<const IsoCurrency> IsoCurrencies();

}  // namespace fairlead

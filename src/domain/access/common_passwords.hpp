#pragma once

#include <span>
#include <string_view>

namespace fairlead::access {

// At least 10,000 of the most common passwords, in upper case and sorted by their bytes. Generated during the build
// from a package in third_party/.
std::span<const std::string_view> CommonPasswords();

}  // namespace fairlead::access

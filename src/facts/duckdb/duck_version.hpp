#pragma once

#include <string>

namespace fairlead::facts {

// The version of the library that is loaded.
std::string DuckVersion();

}  // namespace fairlead::facts

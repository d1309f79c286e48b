#pragma once

#include <string_view>

namespace fairlead::cli {

// The commit that the program was built from, or "unknown" outside a repository. The build writes the definition.
std::string_view BuildCommit();

}  // namespace fairlead::cli

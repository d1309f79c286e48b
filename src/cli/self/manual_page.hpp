#pragma once

#include <string>
#include <string_view>

#include "cli/self/command_tree.hpp"

namespace fairlead::cli {

// The manual page in the format of man(7), with a section for each command. `version` is in its footer.
std::string ManualPage(const CommandTree& tree, std::string_view version);

}  // namespace fairlead::cli

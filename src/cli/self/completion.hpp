#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/self/command_tree.hpp"

namespace fairlead::cli {

// A script that completes the commands and options of `tree` in a shell: "bash", "zsh" or "fish". Empty for any other
// shell.
std::optional<std::string> CompletionScript(const CommandTree& tree, std::string_view shell);

}  // namespace fairlead::cli

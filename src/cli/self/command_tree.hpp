#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace fairlead::cli {

// A command and its options as they are declared to the parser, for completions and the manual page.
struct CommandOption {
    std::string name;        // "--data". A positional argument has the name of its value: "to".
    std::string short_name;  // "-h", or empty.
    std::string description;
    bool positional = false;
    bool takes_value = false;
};

struct CommandTree {
    std::string name;
    std::string description;
    std::vector<CommandOption> options;
    std::vector<CommandTree> commands;
};

// Hidden commands and options are left out.
CommandTree DescribeCommands(const CLI::App& app);

}  // namespace fairlead::cli

#pragma once

#include <string>

#include "cli/command_line.hpp"
#include "cli/print.hpp"

namespace fairlead::cli {

// `fairlead operator list`, `fairlead key list` and `fairlead user list`. The parser refers to this object.
class ListCommands {
public:
    // The commands `operator`, `key` and `user` must exist.
    ListCommands(CLI::App& app, const AddCommand& add);
    ListCommands(const ListCommands&) = delete;
    ListCommands& operator=(const ListCommands&) = delete;

    bool parsed() const;
    // Returns the exit status.
    int Run(const Settings& settings, const Commands& commands, bool as_json) const;

private:
    CLI::App* operators_;
    CLI::App* keys_;
    CLI::App* users_;
    std::string operator_id_;
};

}  // namespace fairlead::cli

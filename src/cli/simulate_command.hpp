#pragma once

#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/print.hpp"

namespace fairlead::cli {

// `fairlead simulate`. The parser refers to this object.
class SimulateCommand {
public:
    SimulateCommand(CLI::App& app, const AddCommand& add);
    SimulateCommand(const SimulateCommand&) = delete;
    SimulateCommand& operator=(const SimulateCommand&) = delete;

    bool parsed() const;
    // Returns the exit status.
    int Run(const Settings& settings, const Commands& commands, bool as_json) const;

private:
    CLI::App* simulate_;
    std::string terms_file_;
    std::string operator_id_;
    std::vector<std::string> affiliates_;
    std::string from_;
    std::string to_;
};

}  // namespace fairlead::cli

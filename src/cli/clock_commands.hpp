#pragma once

#include "cli/command_line.hpp"
#include "cli/print.hpp"

namespace fairlead::cli {

// `fairlead clock status` and `fairlead clock confirm`. The parser refers to this object.
class ClockCommands {
public:
    ClockCommands(CLI::App& app, const AddCommand& add);
    ClockCommands(const ClockCommands&) = delete;
    ClockCommands& operator=(const ClockCommands&) = delete;

    bool parsed() const;
    // Returns the exit status.
    int Run(const Settings& settings, const Commands& commands, bool as_json) const;

private:
    CLI::App* status_;
    CLI::App* confirm_;
};

}  // namespace fairlead::cli

#pragma once

#include <string>

#include "cli/command_line.hpp"
#include "cli/print.hpp"

namespace fairlead::cli {

// `fairlead clock status`, `fairlead clock confirm` and `fairlead repair clock`. The parser refers to this object.
class ClockCommands {
public:
    ClockCommands(CLI::App& app, const AddCommand& add);
    ClockCommands(const ClockCommands&) = delete;
    ClockCommands& operator=(const ClockCommands&) = delete;

    bool parsed() const;
    // Returns the exit status.
    int Run(const Settings& settings, const Commands& commands, bool as_json) const;

private:
    int Repair(const Settings& settings, const Commands& commands, bool as_json) const;

    CLI::App* status_;
    CLI::App* confirm_;
    CLI::App* repair_;
    std::string after_;
    std::int64_t ahead_seconds_ = 0;
    bool yes_ = false;
};

}  // namespace fairlead::cli

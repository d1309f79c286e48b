#pragma once

#include <string>

#include "cli/command_line.hpp"
#include "cli/print.hpp"

namespace fairlead::cli {

// `fairlead clock status`, `fairlead clock confirm`, `fairlead repair clock` and `fairlead repair outbox`. The parser
// refers to this object.
class RepairCommands {
public:
    RepairCommands(CLI::App& app, const AddCommand& add);
    RepairCommands(const RepairCommands&) = delete;
    RepairCommands& operator=(const RepairCommands&) = delete;

    bool parsed() const;
    // Returns the exit status.
    int Run(const Settings& settings, const Commands& commands, bool as_json) const;

private:
    int RepairClock(const Settings& settings, const Commands& commands, bool as_json) const;
    int StopSending(const Settings& settings, const Commands& commands, bool as_json) const;

    CLI::App* status_;
    CLI::App* confirm_;
    CLI::App* repair_clock_;
    CLI::App* repair_outbox_;
    std::string after_;
    std::int64_t ahead_seconds_ = 0;
    bool yes_ = false;
};

}  // namespace fairlead::cli

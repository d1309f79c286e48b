#pragma once

#include <string>

#include "cli/command_line.hpp"
#include "cli/print.hpp"

namespace fairlead::cli {

// `fairlead mail test ADDRESS`. The parser refers to this object.
class MailCommand {
public:
    // `add` adds a command that accepts all settings.
    MailCommand(CLI::App& app, const AddCommand& add);
    MailCommand(const MailCommand&) = delete;
    MailCommand& operator=(const MailCommand&) = delete;

    bool parsed() const;
    // Returns the exit status.
    int Run(const Result<Settings>& settings, const Commands& commands, bool as_json) const;

private:
    CLI::App* test_;
    std::string address_;
};

}  // namespace fairlead::cli

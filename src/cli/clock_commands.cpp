#include "cli/clock_commands.hpp"

#include <CLI/CLI.hpp>

namespace fairlead::cli {

ClockCommands::ClockCommands(CLI::App& app, const AddCommand& add) {
    auto* clock = app.add_subcommand("clock", "the clock of the running service")->require_subcommand(1);
    status_ = add(*clock, "status", "say whether the running service trusts its clock, and why not");
    confirm_ = add(*clock, "confirm", "trust the clock as it is; the audit log records it");
}

bool ClockCommands::parsed() const { return status_->parsed() || confirm_->parsed(); }

int ClockCommands::Run(const Settings& settings, const Commands& commands, bool as_json) const {
    const auto result = commands.clock(settings, confirm_->parsed());
    if (!result) {
        PrintErrors(result.error());
        return kFailed;
    }
    Print(*result, as_json);
    return kDone;
}

}  // namespace fairlead::cli

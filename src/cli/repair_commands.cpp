#include "cli/repair_commands.hpp"

#include <iostream>

#include <CLI/CLI.hpp>

namespace fairlead::cli {
namespace {

namespace json = boost::json;

json::object RepairJson(const app::ClockRepairPart& part) {
    return {{"operatorId", part.owner.ToString()},
            {"operator", part.operator_name},
            {"blocks", part.blocks},
            {"clicks", part.clicks},
            {"registrations", part.registrations},
            {"datedFrom", part.dated_from.ToIso8601()},
            {"datedTo", part.dated_to.ToIso8601()},
            {"aheadSeconds", part.ahead_micros / kMicrosPerSecond},
            {"movedFrom", part.moved_from().ToIso8601()},
            {"movedTo", part.moved_to().ToIso8601()}};
}

void PrintRepair(const std::vector<app::ClockRepairPart>& parts, bool applied, bool as_json) {
    if (as_json) {
        json::array operators;
        for (const auto& part : parts) operators.push_back(RepairJson(part));
        std::cout << json::serialize(json::object{{"repaired", applied}, {"operators", std::move(operators)}}) << "\n";
        return;
    }
    for (const auto& part : parts) {
        std::cout << "operator " << part.operator_name << ": " << part.blocks << " blocks with " << part.clicks
                  << " clicks are dated " << part.dated_from.ToIso8601() << " to " << part.dated_to.ToIso8601() << ". "
                  << (applied ? "They were moved to " : "They would be moved to ") << part.moved_from().ToIso8601()
                  << " to " << part.moved_to().ToIso8601() << ".\n";
        if (part.registrations == 0) continue;
        std::cout << "  " << part.registrations
                  << " registrations were attributed by these times. Check them and reassign players if necessary.\n";
    }
    if (parts.empty()) std::cout << "Nothing is dated after the present.\n";
    if (!applied && !parts.empty()) std::cout << "Nothing was changed. Repeat the command with --yes to repair.\n";
}

}  // namespace

RepairCommands::RepairCommands(CLI::App& app, const AddCommand& add) {
    auto* clock = app.add_subcommand("clock", "the clock of the running service")->require_subcommand(1);
    status_ = add(*clock, "status", "say whether the running service trusts its clock, and why not");
    confirm_ = add(*clock, "confirm", "trust the clock as it is; the audit log records it");
    auto* repair = app.add_subcommand("repair", "repairs of a ledger that no service uses")->require_subcommand(1);
    repair_clock_ = add(*repair, "clock", "move back facts that were dated by a clock that was ahead");
    repair_clock_->add_option("--after", after_, "facts after this time (ISO 8601) are wrong; default: the present");
    repair_clock_->add_option("--ahead-by", ahead_seconds_,
                              "how many seconds the clock was ahead; default: estimated from the record");
    repair_outbox_ = add(*repair, "outbox", "pause all destinations and stop waiting messages after a recovery");
    for (auto* command : {repair_clock_, repair_outbox_}) {
        command->add_flag("--yes", yes_, "repair; without it, only show what would be done");
    }
}

bool RepairCommands::parsed() const {
    return status_->parsed() || confirm_->parsed() || repair_clock_->parsed() || repair_outbox_->parsed();
}

int RepairCommands::Run(const Settings& settings, const Commands& commands, bool as_json) const {
    if (repair_clock_->parsed()) return RepairClock(settings, commands, as_json);
    if (repair_outbox_->parsed()) return StopSending(settings, commands, as_json);
    const auto result = commands.clock(settings, confirm_->parsed());
    if (!result) {
        PrintErrors(result.error());
        return kFailed;
    }
    Print(*result, as_json);
    return kDone;
}

int RepairCommands::RepairClock(const Settings& settings, const Commands& commands, bool as_json) const {
    app::ClockRepairOptions options{.now = Now(), .after = {}, .ahead_micros = {}, .apply = yes_};
    if (!after_.empty()) {
        const auto after = Timestamp::ParseIso8601(after_);
        if (!after) {
            PrintErrors({Error{after.error().code, "--after", after.error().message}});
            return kWrongUsage;
        }
        options.after = *after;
    }
    if (ahead_seconds_ != 0) options.ahead_micros = ahead_seconds_ * kMicrosPerSecond;
    const auto parts = commands.repair_clock(settings, options);
    if (!parts) {
        PrintErrors({parts.error()});
        return kFailed;
    }
    PrintRepair(*parts, yes_ && !parts->empty(), as_json);
    return kDone;
}

int RepairCommands::StopSending(const Settings& settings, const Commands& commands, bool as_json) const {
    const auto stopped = commands.stop_sending(settings, yes_);
    if (!stopped) {
        PrintErrors({stopped.error()});
        return kFailed;
    }
    Print({{"repaired", yes_}, {"destinations", stopped->destinations}, {"messages", stopped->messages}}, as_json);
    if (!yes_ && !as_json) std::cout << "Nothing was changed. Repeat the command with --yes to repair.\n";
    return kDone;
}

}  // namespace fairlead::cli

#include "cli/self/command_tree.hpp"

#include <CLI/CLI.hpp>

namespace fairlead::cli {
namespace {

CommandOption DescribeOption(const CLI::Option& option) {
    CommandOption described{.name = {},
                            .short_name = {},
                            .description = option.get_description(),
                            .positional = option.get_positional(),
                            .takes_value = option.get_items_expected_max() > 0};
    if (described.positional) {
        described.name = option.get_name(/*positional=*/true);
        return described;
    }
    if (!option.get_lnames().empty()) described.name = "--" + option.get_lnames().front();
    if (!option.get_snames().empty()) described.short_name = "-" + option.get_snames().front();
    return described;
}

}  // namespace

CommandTree DescribeCommands(const CLI::App& app) {
    CommandTree tree{.name = app.get_name(), .description = app.get_description(), .options = {}, .commands = {}};
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_group().empty()) tree.options.push_back(DescribeOption(*option));
    }
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (!command->get_group().empty()) tree.commands.push_back(DescribeCommands(*command));
    }
    return tree;
}

}  // namespace fairlead::cli

#include "cli/self/self_commands.hpp"

#include <iostream>

#include <CLI/CLI.hpp>

#include "cli/self/build_commit.hpp"
#include "cli/self/command_tree.hpp"
#include "cli/self/completion.hpp"
#include "cli/self/manual_page.hpp"

namespace fairlead::cli {

std::string DescribeVersion(const std::vector<std::string>& engines) {
    std::string text = "fairlead " FAIRLEAD_VERSION "\ncommit " + std::string(BuildCommit());
    for (const std::string& engine : engines) text += "\n" + engine;
    return text;
}

SelfCommands::SelfCommands(CLI::App& app)
    : completion_(app.add_subcommand("completion", "print a script that completes commands and options in a shell")),
      manual_(app.add_subcommand("manual", "print the manual page, to be read with man -l -")) {
    completion_->add_option("shell", shell_, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
}

bool SelfCommands::parsed() const { return completion_->parsed() || manual_->parsed(); }

void SelfCommands::Run(const CLI::App& app) const {
    const CommandTree tree = DescribeCommands(app);
    if (manual_->parsed()) {
        std::cout << ManualPage(tree, "fairlead " FAIRLEAD_VERSION);
    } else {
        std::cout << CompletionScript(tree, shell_).value_or("");
    }
}

}  // namespace fairlead::cli

#include "cli/self/manual_page.hpp"

namespace fairlead::cli {
namespace {

// Text that roff prints as it is.
std::string Roff(std::string_view text) {
    std::string escaped;
    bool line_start = true;
    for (const char c : text) {
        // A dot or a quote at the start of a line would be a request.
        if (line_start && (c == '.' || c == '\'')) escaped += "\\&";
        if (c == '\\') {
            escaped += "\\e";
        } else if (c == '-') {
            escaped += "\\-";
        } else {
            escaped += c;
        }
        line_start = c == '\n';
    }
    return escaped;
}

std::string Term(const CommandOption& option) {
    if (option.positional) return "\\fI" + Roff(option.name) + "\\fR";
    std::string term = option.short_name.empty() ? "" : "\\fB" + Roff(option.short_name) + "\\fR, ";
    term += "\\fB" + Roff(option.name) + "\\fR";
    if (option.takes_value) term += " \\fIVALUE\\fR";
    return term;
}

void AddOptions(std::string& page, const CommandTree& command) {
    for (const CommandOption& option : command.options) {
        page += ".TP\n" + Term(option) + "\n" + Roff(option.description) + "\n";
    }
}

// Adds a section for each command without subcommands. The name of any other command is the prefix of its subcommands.
void AddCommands(std::string& page, const CommandTree& tree, const std::string& prefix) {
    for (const CommandTree& command : tree.commands) {
        const std::string path = prefix + command.name;
        if (command.commands.empty()) {
            page += ".SS " + Roff(path) + "\n" + Roff(command.description) + "\n";
            AddOptions(page, command);
        } else {
            AddCommands(page, command, path + " ");
        }
    }
}

}  // namespace

std::string ManualPage(const CommandTree& tree, std::string_view version) {
    std::string page = ".TH FAIRLEAD 1 \"\" \"" + Roff(version) + "\" \"User Commands\"\n.SH NAME\n" + tree.name +
                       " \\- affiliate management that can prove every number it shows\n.SH SYNOPSIS\n.B " + tree.name +
                       "\n.I COMMAND\n[\\fIOPTION\\fR...]\n.SH OPTIONS\n";
    AddOptions(page, tree);
    page += ".SH COMMANDS\n";
    AddCommands(page, tree, "");
    page +=
        ".SH EXIT STATUS\n0 if the command succeeded, 1 if it failed, 2 if its arguments or settings are invalid.\n"
        ".SH FILES\n.TP\n.I /etc/fairlead/fairlead.toml\nThe settings of the service that the Debian package installs. "
        "Each setting can also be given as an option or as an environment variable, such as \\fBFAIRLEAD_DATA\\fR.\n";
    return page;
}

}  // namespace fairlead::cli

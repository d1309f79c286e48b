#include "cli/self/completion.hpp"

#include <functional>

namespace fairlead::cli {
namespace {

// A command and its path from the program: "/key/create". The program's own path is empty.
using VisitCommand = std::function<void(const CommandTree&, const std::string& path)>;

void ForEachCommand(const CommandTree& tree, const std::string& path, const VisitCommand& visit) {
    visit(tree, path);
    for (const CommandTree& command : tree.commands) ForEachCommand(command, path + "/" + command.name, visit);
}

// Puts a text into single quotes for a POSIX shell.
std::string Quoted(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

// Puts a text into single quotes for fish, where a backslash is special between them.
std::string QuotedForFish(std::string_view text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

// The patterns of a case that matches each path except the program's own.
std::string AllPaths(const CommandTree& tree) {
    std::string paths;
    ForEachCommand(tree, "", [&](const CommandTree&, const std::string& path) {
        if (!path.empty()) paths += (paths.empty() ? "" : "|") + path;
    });
    return paths;
}

// What can follow a command.
std::string WordsAfter(const CommandTree& command) {
    std::string words;
    for (const CommandTree& next : command.commands) words += next.name + " ";
    for (const CommandOption& option : command.options) {
        if (!option.positional) words += option.name + " ";
    }
    if (!words.empty()) words.pop_back();
    return words;
}

std::string BashScript(const CommandTree& tree) {
    std::string cases;
    ForEachCommand(tree, "", [&](const CommandTree& command, const std::string& path) {
        cases += "        " + Quoted(path) + ") words=" + Quoted(WordsAfter(command)) + " ;;\n";
    });
    return "# Completions of " + tree.name + " for bash.\n_" + tree.name +
           "() {\n"
           "    local path= word words=\n"
           "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
           "        case \"$path/$word\" in\n"
           "        " +
           AllPaths(tree) +
           ") path=$path/$word ;;\n"
           "        esac\n"
           "    done\n"
           "    case \"$path\" in\n" +
           cases +
           "    esac\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\")\n"
           "}\n"
           "complete -o default -F _" +
           tree.name + " " + tree.name + "\n";
}

// An entry of _describe: a colon separates the word from its description.
std::string ZshEntry(std::string_view word, std::string_view description) {
    std::string entry;
    for (const char c : word) {
        if (c == ':') entry += '\\';
        entry += c;
    }
    return Quoted(entry + ":" + std::string(description)) + " ";
}

std::string ZshScript(const CommandTree& tree) {
    std::string cases;
    ForEachCommand(tree, "", [&](const CommandTree& command, const std::string& path) {
        cases += "    " + Quoted(path) + ") entries=( ";
        for (const CommandTree& next : command.commands) cases += ZshEntry(next.name, next.description);
        for (const CommandOption& option : command.options) {
            if (!option.positional) cases += ZshEntry(option.name, option.description);
        }
        cases += ") ;;\n";
    });
    return "#compdef " + tree.name + "\n# Completions of " + tree.name + " for zsh.\n_" + tree.name +
           "() {\n"
           "    local path_so_far= word\n"
           "    local -a words_here=( \"${(@)words[2,CURRENT-1]}\" )\n"
           "    for word in $words_here; do\n"
           "        case \"$path_so_far/$word\" in\n"
           "        " +
           AllPaths(tree) +
           ") path_so_far=$path_so_far/$word ;;\n"
           "        esac\n"
           "    done\n"
           "    local -a entries\n"
           "    case \"$path_so_far\" in\n" +
           cases +
           "    esac\n"
           "    _describe " +
           tree.name +
           " entries || _files\n"
           "}\n"
           "compdef _" +
           tree.name + " " + tree.name + "\n";
}

std::string FishScript(const CommandTree& tree) {
    const std::string path_function = "__" + tree.name + "_path";
    std::string script = "# Completions of " + tree.name + " for fish.\nfunction " + path_function +
                         "\n"
                         "    set -l path ''\n"
                         "    for word in (commandline -opc)[2..]\n"
                         "        switch \"$path/$word\"\n"
                         "            case";
    ForEachCommand(tree, "", [&](const CommandTree&, const std::string& path) {
        if (!path.empty()) script += " " + path;
    });
    script += "\n                set path \"$path/$word\"\n        end\n    end\n    echo \"$path\"\nend\n";
    ForEachCommand(tree, "", [&](const CommandTree& command, const std::string& path) {
        const std::string line = "complete -c " + tree.name + " -n 'test (" + path_function + ") = \"" + path + "\"' ";
        for (const CommandTree& next : command.commands) {
            script += line + "-f -a " + next.name + " -d " + QuotedForFish(next.description) + "\n";
        }
        for (const CommandOption& option : command.options) {
            if (option.positional) continue;
            script += line + "-l " + option.name.substr(2) + (option.takes_value ? " -r" : "") + " -d " +
                      QuotedForFish(option.description) + "\n";
        }
    });
    return script;
}

}  // namespace

std::optional<std::string> CompletionScript(const CommandTree& tree, std::string_view shell) {
    if (shell == "bash") return BashScript(tree);
    if (shell == "zsh") return ZshScript(tree);
    if (shell == "fish") return FishScript(tree);
    return std::nullopt;
}

}  // namespace fairlead::cli

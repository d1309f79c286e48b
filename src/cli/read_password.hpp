#pragma once

#include <istream>
#include <optional>
#include <string>

#include "base/result.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace fairlead::cli {

// Where a command gets a password from. There is no flag for the password itself, because other users of the machine
// can see the arguments of a program.
struct PasswordSource {
    std::string file;
    bool standard_input = false;
    bool prompt = false;
};

// Adds --password-file, --password-stdin and --password-prompt to a command. At most one of them may be given.
// --password is refused with an error that names them.
void AddPasswordFlags(CLI::App& command, PasswordSource& source);

// Empty if no source is given. The prompt asks twice on the terminal, without echo.
Result<std::optional<std::string>> ReadPassword(const PasswordSource& source);

// Reads the first line as a password. Fails if it is empty, too long or not UTF-8.
Result<std::string> ReadPasswordLine(std::istream& in);

}  // namespace fairlead::cli

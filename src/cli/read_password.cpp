#include "cli/read_password.hpp"

#include <fstream>
#include <iostream>

#include <CLI/CLI.hpp>
#include <termios.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "domain/access/password.hpp"

namespace fairlead::cli {
namespace {

// A code point has at most four bytes.
constexpr std::size_t kLineBytesMax = 4 * access::kPasswordLengthMax;

// Switches off the echo of the terminal at standard input until it is destroyed.
class SilentTerminal {
public:
    SilentTerminal() {
        tcgetattr(STDIN_FILENO, &before_);
        termios silent = before_;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    ~SilentTerminal() { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_); }
    SilentTerminal(const SilentTerminal&) = delete;
    SilentTerminal& operator=(const SilentTerminal&) = delete;

private:
    termios before_{};
};

Result<std::string> AskForPassword() {
    if (isatty(STDIN_FILENO) == 0) {
        return Fail(ErrorCode::kInvalidValue,
                    "--password-prompt needs a terminal. Use --password-file FILE or --password-stdin");
    }
    const SilentTerminal silent;
    std::cerr << "Password: " << std::flush;
    auto password = TRY(ReadPasswordLine(std::cin));
    std::cerr << "\nRepeat the password: " << std::flush;
    const auto repeated = TRY(ReadPasswordLine(std::cin));
    std::cerr << "\n";
    if (repeated != password) return Fail(ErrorCode::kInvalidValue, "the passwords differ");
    return password;
}

Result<std::string> ReadPasswordFile(const std::string& path) {
    std::ifstream file(path);
    if (!file) return Fail(ErrorCode::kUnavailable, "cannot read the password file " + path);
    return ReadPasswordLine(file);
}

}  // namespace

void AddPasswordFlags(CLI::App& command, PasswordSource& source) {
    auto* file = command.add_option("--password-file", source.file,
                                    "file whose first line is the password; default: a random password is printed");
    auto* standard_input =
        command.add_flag("--password-stdin", source.standard_input, "read the password from standard input");
    auto* prompt = command.add_flag("--password-prompt", source.prompt, "ask for the password on the terminal");
    file->excludes(standard_input)->excludes(prompt);
    standard_input->excludes(prompt);
    const auto refuse = [](const std::string&) {
        throw CLI::ValidationError("--password",
                                   "a password is not accepted as an argument, because other users of the machine can "
                                   "see it. Use --password-file FILE, --password-stdin or --password-prompt");
    };
    command.add_option_function<std::string>("--password", refuse)->group("");
}

Result<std::optional<std::string>> ReadPassword(const PasswordSource& source) {
    if (source.prompt) return TRY(AskForPassword());
    if (source.standard_input) return TRY(ReadPasswordLine(std::cin));
    if (!source.file.empty()) return TRY(ReadPasswordFile(source.file));
    return std::nullopt;
}

Result<std::string> ReadPasswordLine(std::istream& in) {
    std::string line;
    for (char c = 0; in.get(c) && c != '\n';) {
        if (line.size() > kLineBytesMax) return Fail(ErrorCode::kTooLong, "the password is too long");
        line += c;
    }
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) return Fail(ErrorCode::kInvalidValue, "the password is empty");
    if (!IsValidUtf8(line)) return Fail(ErrorCode::kInvalidValue, "the password is not valid UTF-8");
    return line;
}

}  // namespace fairlead::cli

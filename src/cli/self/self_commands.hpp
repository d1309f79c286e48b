#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace fairlead::cli {

// The text of --version: version, commit, and one line per engine.
std::string DescribeVersion(const std::vector<std::string>& engines);

// `fairlead completion` and `fairlead manual`, which describe the program's own commands. The parser refers to this
// object.
class SelfCommands {
public:
    explicit SelfCommands(CLI::App& app);
    SelfCommands(const SelfCommands&) = delete;
    SelfCommands& operator=(const SelfCommands&) = delete;

    bool parsed() const;
    // Prints to standard output.
    void Run(const CLI::App& app) const;

private:
    CLI::App* completion_;
    CLI::App* manual_;
    std::string shell_;
};

}  // namespace fairlead::cli

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "app/catalogue/errors.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace fairlead::cli {

// The exit status of a command.
inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kWrongUsage = 2;

// The option that sets a member of a request, which errors name by a JSON pointer.
struct OptionOfMember {
    std::string_view pointer;
    std::string_view option;
};

inline constexpr std::array kOptionsOfInit{OptionOfMember{"/name", "--operator"},
                                           OptionOfMember{"/adminEmail", "--admin-email"}};
inline constexpr std::array kOptionsOfOperator{OptionOfMember{"/name", "--name"},
                                               OptionOfMember{"/adminEmail", "--admin-email"}};
inline constexpr std::array kOptionsOfKey{
    OptionOfMember{"/name", "--name"}, OptionOfMember{"/allowedIps", "--allowed-ips"},
    OptionOfMember{"/scopes", "--scopes"}, OptionOfMember{"/requestsPerMinute", "--requests-per-minute"}};
inline constexpr std::array kOptionsOfUser{OptionOfMember{"/email", "--email"}, OptionOfMember{"/role", "--role"},
                                           OptionOfMember{"/affiliateId", "--affiliate"}};
// Other members of a simulation are in a file.
inline constexpr std::array kOptionsOfSimulation{OptionOfMember{"/from", "--from"}, OptionOfMember{"/to", "--to"},
                                                 OptionOfMember{"/affiliateIds", "--affiliate"}};

// Names the options of members that have one.
void PrintErrors(const app::Errors& errors, std::span<const OptionOfMember> options = {});
// Prints one line per member, or JSON.
void Print(const boost::json::object& object, bool as_json);

// Prints columns that are as wide as their widest cell. The first column is aligned left. The others are aligned left
// if they are texts, and right if they are numbers.
enum class TableCells : std::uint8_t { kTexts, kNumbers };
void PrintTable(const std::vector<std::vector<std::string>>& rows, TableCells cells, std::ostream& out);

// Adds a command that works on the ledger: it accepts the ledger's settings and --json.
using AddCommand = std::function<CLI::App*(CLI::App& parent, const std::string& name, const std::string& meaning)>;

}  // namespace fairlead::cli

#include <algorithm>
#include <array>

#include "ledger/backup/table_copy.hpp"
#include "ledger/migrations/migrations.hpp"

namespace fairlead::ledger {
namespace {

// Log-in sessions are not restored, because a session that has ended since the backup would be open again. The counts
// of log-ins are old by then, and known addresses are learned again. A restored service leases its destinations itself.
constexpr std::array<std::string_view, 5> kOfTheService{"probes", "sessions", "log_in_attempts", "known_addresses",
                                                        "outbox_lanes"};

constexpr std::string_view kCreate = "CREATE TABLE ";

}  // namespace

// The tables of the record are those that both engines have. Tables of one engine are created in its own script.
std::vector<std::string> RecordTables(std::size_t schema) {
    std::vector<std::string> tables;
    for (const Migration& migration : AllMigrations().first(schema)) {
        for (std::size_t at = migration.up.find(kCreate); at != std::string_view::npos;) {
            const std::size_t begin = at + kCreate.size();
            const std::string_view name = migration.up.substr(begin, migration.up.find(' ', begin) - begin);
            if (std::ranges::find(kOfTheService, name) == kOfTheService.end()) tables.emplace_back(name);
            at = migration.up.find(kCreate, begin);
        }
    }
    return tables;
}

}  // namespace fairlead::ledger

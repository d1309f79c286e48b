#include "ledger/retention/unneeded_files.hpp"

#include <algorithm>
#include <limits>

#include "ledger/retention/retention_rows.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

// Whether a block recorded from `first` to `last` points into the file.
Result<bool> AnyPointsInto(Connection& connection, OperatorId owner, Timestamp first, Timestamp last,
                           const std::string& file) {
    const auto blocks = TRY(ReadBlockSizes(connection, owner, Timestamp{first.micros - 1}, Timestamp{last.micros + 1},
                                           std::numeric_limits<std::int64_t>::max()));
    return std::ranges::any_of(blocks, [&](const BlockSize& block) {
        const auto pointer = ReadPointer(block.pointer, 0, block.recorded_at);
        return pointer && pointer->file == file;
    });
}

}  // namespace

Status UnneededFiles::Tidy(Connection& connection, OperatorId owner) {
    for (const std::string& file : archive_.Files(owner)) {
        const Name name{owner, file};
        if (needed_.contains(name)) continue;
        const auto needed = TRY(IsNeeded(connection, owner, file));
        if (needed) {
            needed_.insert(name);
            unneeded_.erase(name);
        } else if (!unneeded_.insert(name).second) {
            archive_.Remove(owner, file);
            unneeded_.erase(name);
            telemetry::LogInfo("an unused archive file was removed", {{"file", std::string_view(file)}});
        }
    }
    return {};
}

void UnneededFiles::LookAgain(OperatorId owner) {
    std::erase_if(needed_, [&](const Name& name) { return name.first == owner; });
}

// The last and the first block decide for almost every file, so they are checked first. A file that cannot be read
// counts as needed.
Result<bool> UnneededFiles::IsNeeded(Connection& connection, OperatorId owner, const std::string& file) const {
    const auto places = archive_.ReadIndex(owner, file);
    if (!places || places->empty()) return true;
    const Timestamp first = places->front().recorded_at;
    const Timestamp last = places->back().recorded_at;
    for (const auto& [from, to] : {std::pair(last, last), std::pair(first, first), std::pair(first, last)}) {
        const auto found = AnyPointsInto(connection, owner, from, to, file);
        if (!found || *found) return found;
    }
    return false;
}

}  // namespace fairlead::ledger

#pragma once

#include <set>
#include <string>
#include <utility>

#include "ledger/archive/block_archive.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Removes archive files that no block points to, after a crash or because their blocks were moved back. A file is
// removed only when two runs find it unused, because a reader may still use an earlier snapshot of the ledger.
class UnneededFiles {
public:
    explicit UnneededFiles(const BlockArchive& archive) : archive_(archive) {}

    Status Tidy(Connection& connection, OperatorId owner);
    // Checks the operator's files again in the next run, because blocks were moved back from files.
    void LookAgain(OperatorId owner);

private:
    using Name = std::pair<OperatorId, std::string>;

    Result<bool> IsNeeded(Connection& connection, OperatorId owner, const std::string& file) const;

    const BlockArchive& archive_;
    std::set<Name> needed_;
    std::set<Name> unneeded_;
};

}  // namespace fairlead::ledger

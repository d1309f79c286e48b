#pragma once

#include <set>
#include <string>
#include <utility>

#include "ledger/archive/block_archive.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Removes archive files that no block points into: a crash left them, or their blocks were taken back. A file goes only
// when two runs have found it so, for somebody may still read what the ledger said before.
class UnneededFiles {
public:
    explicit UnneededFiles(const BlockArchive& archive) : archive_(archive) {}

    Status Tidy(Connection& connection, OperatorId owner);
    // Blocks were taken back from files that were needed until now.
    void LookAgain(OperatorId owner);

private:
    using Name = std::pair<OperatorId, std::string>;

    Result<bool> IsNeeded(Connection& connection, OperatorId owner, const std::string& file) const;

    const BlockArchive& archive_;
    std::set<Name> needed_;
    std::set<Name> unneeded_;
};

}  // namespace fairlead::ledger

#pragma once

#include <mutex>
#include <unordered_set>

#include "ledger/ingest/waiting_registrations.hpp"
#include "ledger/transaction/transactions.hpp"

namespace fairlead::ledger {

// Attributes players whose registration named a click of ours before it was recorded, and whose click is recorded now.
// Each is a correction in a transaction of its own, like a reassignment. A player that was reassigned by hand since
// stays where it is. Safe from any thread.
class LateClicks {
public:
    explicit LateClicks(OperatorCaches& caches) : caches_(caches) {}

    // Call it after a commit with clicks of these times. The first call for an operator looks for clicks of all times,
    // and so does the call after one that failed.
    Status Attribute(Connection& connection, LedgerIndex& index, OperatorId owner, const VisitRange& visits);

private:
    bool IsChecked(OperatorId owner);

    OperatorCaches& caches_;
    std::mutex mutex_;
    std::unordered_set<OperatorId> checked_;  // Operators whose earlier clicks were looked up, with no failure since.
};

}  // namespace fairlead::ledger

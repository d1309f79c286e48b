#pragma once

#include <optional>
#include <span>

#include "ledger/transaction/commission_writer.hpp"

namespace fairlead::ledger {

// One operator inside one transaction: its lease, its lock, and what is gathered to be stored at the end. Made before
// the transaction begins and kept until it has ended.
class OperatorScope {
public:
    OperatorScope(OperatorCaches& caches, OperatorId owner) : owner_(owner), lease_(caches.Take(owner)) {}
    OperatorScope(const OperatorScope&) = delete;
    OperatorScope& operator=(const OperatorScope&) = delete;

    // Takes the operator's lock and brings its cache up to date. kNotFound when there is no such operator.
    Status Begin(Connection& connection, LedgerIndex& index, Timestamp now = Now());
    OperatorTransaction& transaction() { return *transaction_; }

    // Stores changes and brings them into force for the rest of the transaction.
    Status StoreChanges(std::span<const commission::Change> changes);

    // Stores what was gathered. `click_terms` are those of the block's clicks.
    Status Finish(std::span<const std::uint64_t> click_terms = {});

    // The transaction has committed.
    void Keep();

private:
    OperatorId owner_;
    OperatorCaches::Lease lease_;
    OperatorMoment moment_;
    CommitRecord record_;
    facts::FactBlock facts_;
    std::optional<OperatorTransaction> transaction_;
};

}  // namespace fairlead::ledger

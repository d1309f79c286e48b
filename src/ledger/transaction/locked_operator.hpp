#pragma once

#include <optional>
#include <span>

#include "ledger/transaction/commission_writer.hpp"

namespace fairlead::ledger {

// One operator in one transaction: its lease, its lock, and the data that is stored at the end. It is created before
// the transaction begins and destroyed after it has ended.
class LockedOperator {
public:
    LockedOperator(OperatorCaches& caches, OperatorId owner) : owner_(owner), lease_(caches.Take(owner)) {}
    LockedOperator(const LockedOperator&) = delete;
    LockedOperator& operator=(const LockedOperator&) = delete;

    // Takes the operator's lock and updates its cache. Fails as LockOperator does.
    Status Begin(Connection& connection, LedgerIndex& index, std::optional<Timestamp> now = std::nullopt);
    OperatorTransaction& transaction() { return *transaction_; }

    // Stores changes, which apply to the rest of the transaction.
    Status StoreChanges(std::span<const commission::Change> changes);

    // Stores the collected data. The postings are those of the block's clicks.
    Status Finish(std::span<const Posting> click_postings = {});

    // Call it after the commit; it keeps the cache.
    void Keep();

private:
    Status RecordBeginning();
    Status RecordUpgrade();
    // Writes the messages of webhooks about this transaction.
    Status StoreNotices();
    // Writes the mails to people about this transaction.
    Status StoreMailNotices();

    OperatorId owner_;
    OperatorCaches::Lease lease_;
    OperatorMoment moment_;
    CommitRecord record_;
    facts::FactBlock facts_;
    std::optional<OperatorTransaction> transaction_;
};

// Writes mails in the transaction of their cause.
Status StoreMails(const OperatorTransaction& transaction, std::span<const outbox::SealedMail> mails);

}  // namespace fairlead::ledger

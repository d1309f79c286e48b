#pragma once

#include <utility>

#include "ledger/transaction/transactions.hpp"

namespace fairlead::ledger {

// Runs the calls of the ports on the threads of the ledger, each in its own transaction. The ledger owns everything
// that this class refers to.
class LedgerTasks {
public:
    LedgerTasks(WorkQueue& writes, WorkQueue& reads, LedgerIndex& index, OperatorCaches& caches)
        : writes_(writes), reads_(reads), index_(index), caches_(caches) {}

    // Postings may be read on any thread. All other calls are allowed only in Write and Change: on the embedded engine
    // the index belongs to the writer's thread.
    LedgerIndex& index() const { return index_; }
    OperatorCaches& caches() const { return caches_; }

    // Every call names the operator whose work it is, because operators take turns. kNoOperator is for the service's
    // own work.
    static constexpr OperatorId kNoOperator{};

    // Calls `done` with the result of `read(connection)`. All its queries see the same snapshot.
    template <class Done, class Body>
    void Read(OperatorId owner, Done done, Body read) const {
        SubmitReading(reads_, owner, std::move(done), std::move(read));
    }
    // The same on a writer, for idempotency keys, which only the writer can read.
    template <class Done, class Body>
    void ReadOnWriter(OperatorId owner, Done done, Body read) const {
        SubmitReading(writes_, owner, std::move(done), std::move(read));
    }

    // Runs `write(connection)` in a transaction, which is rolled back if it returns an Error.
    template <class Done, class Body>
    void Write(OperatorId owner, Done done, Body write) const {
        Submit(writes_, owner, std::move(done), [write = std::move(write)](Connection& connection) mutable {
            return InTransaction(connection, [&](Connection& open) { return write(open); });
        });
    }

    // Likewise for writes without a date (InUndatedTransaction).
    template <class Done, class Body>
    void WriteUndated(OperatorId owner, Done done, Body write) const {
        Submit(writes_, owner, std::move(done), [write = std::move(write)](Connection& connection) mutable {
            return InUndatedTransaction(connection, [&](Connection& open) { return write(open); });
        });
    }

    // The same for work of the service that gives way to commits (WorkQueue::PushBackground).
    template <class Done, class Body>
    void WriteInBackground(Done done, Body write) const {
        SubmitBy([&](ConnectionTask& task) { return writes_.PushBackground(task); }, std::move(done),
                 [write = std::move(write)](Connection& connection) mutable {
                     return InUndatedTransaction(connection, [&](Connection& open) { return write(open); });
                 });
    }

    // Runs `task(connection)` on a writer. The task opens its own transactions.
    template <class Done, class Task>
    void RunOnWriter(OperatorId owner, Done done, Task task) const {
        Submit(writes_, owner, std::move(done), std::move(task));
    }

    // Runs `change(locked)` in a transaction of one operator, which is rolled back if it returns an Error.
    template <class Done, class Body>
    void Change(OperatorId owner, Done done, Body change) const {
        Submit(writes_, owner, std::move(done),
               [&index = index_, &caches = caches_, owner, change = std::move(change)](Connection& connection) mutable {
                   return InOperatorTransaction(connection, index, caches, owner,
                                                [&](LockedOperator& locked) { return change(locked); });
               });
    }

private:
    template <class Done, class Body>
    static void SubmitReading(WorkQueue& queue, OperatorId owner, Done done, Body read) {
        Submit(queue, owner, std::move(done), [read = std::move(read)](Connection& connection) mutable {
            return InReadingTransaction(connection, [&](Connection& open) { return read(open); });
        });
    }

    WorkQueue& writes_;
    WorkQueue& reads_;
    LedgerIndex& index_;
    OperatorCaches& caches_;
};

}  // namespace fairlead::ledger

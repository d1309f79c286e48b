#pragma once

#include <utility>

#include "ledger/transaction/transactions.hpp"

namespace fairlead::ledger {

// Runs what the ports are asked for on the threads of the ledger, each in its own transaction. Everything it refers to
// is the ledger's and outlives it.
class LedgerTasks {
public:
    LedgerTasks(WorkQueue& writes, WorkQueue& reads, LedgerIndex& index, OperatorCaches& caches)
        : writes_(writes), reads_(reads), index_(index), caches_(caches) {}

    // For postings on any thread. For all else only in Write and Change: on the embedded engine the index belongs to
    // the thread of the writer.
    LedgerIndex& index() const { return index_; }
    OperatorCaches& caches() const { return caches_; }

    // `done` is called with what `read(connection)` returns. All its queries see the same moment.
    template <class Done, class Body>
    void Read(Done done, Body read) const {
        SubmitReading(reads_, std::move(done), std::move(read));
    }
    // The same on a writer, for what is only known there: idempotency keys.
    template <class Done, class Body>
    void ReadOnWriter(Done done, Body read) const {
        SubmitReading(writes_, std::move(done), std::move(read));
    }

    // Stores what `write(connection)` writes, or nothing where it returns an Error.
    template <class Done, class Body>
    void Write(Done done, Body write) const {
        Submit(writes_, std::move(done), [write = std::move(write)](Connection& connection) mutable {
            return InTransaction(connection, [&](Connection& open) { return write(open); });
        });
    }

    // Runs `task(connection)` on a writer; it opens its transactions itself.
    template <class Done, class Task>
    void RunOnWriter(Done done, Task task) const {
        Submit(writes_, std::move(done), std::move(task));
    }

    // Stores what `change(scope)` does to one operator, or nothing where it returns an Error.
    template <class Done, class Body>
    void Change(OperatorId owner, Done done, Body change) const {
        Submit(writes_, std::move(done),
               [&index = index_, &caches = caches_, owner, change = std::move(change)](Connection& connection) mutable {
                   return InOperatorTransaction(connection, index, caches, owner,
                                                [&](OperatorScope& scope) { return change(scope); });
               });
    }

private:
    template <class Done, class Body>
    static void SubmitReading(WorkQueue& queue, Done done, Body read) {
        Submit(queue, std::move(done), [read = std::move(read)](Connection& connection) mutable {
            return InReadingTransaction(connection, [&](Connection& open) { return read(open); });
        });
    }

    WorkQueue& writes_;
    WorkQueue& reads_;
    LedgerIndex& index_;
    OperatorCaches& caches_;
};

}  // namespace fairlead::ledger

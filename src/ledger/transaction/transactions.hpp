#pragma once

#include <memory>
#include <utility>

#include "ledger/engine/trusted_clock.hpp"
#include "ledger/engine/work_queue.hpp"
#include "ledger/transaction/locked_operator.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {

// Functions that run a body in a transaction: they commit if the body succeeds and roll back otherwise.

// The result of the body, or an Error if it throws, for example because a record is damaged.
template <class Body>
auto OrFailure(Connection& connection, Body& body) -> decltype(body(connection)) {
    try {
        return body(connection);
    } catch (const std::exception& error) {
        // The body may have opened a transaction.
        connection.Rollback();
        telemetry::LogError("the ledger cannot be read", {{"reason", std::string_view(error.what())}});
        return Fail(ErrorCode::kLedgerFailed, "a record in the ledger cannot be read");
    }
}

// Runs `body` in a transaction that has begun.
template <class Body>
auto Finish(const Status& begun, Connection& connection, Body body) -> decltype(body(connection)) {
    if (!begun) return std::unexpected(begun.error());
    auto result = OrFailure(connection, body);
    // The caller must know whether the transaction was committed, so an exception here ends the process.
    const auto settle = [&]() noexcept {
        if (result) {
            if (auto committed = connection.Commit(); !committed) result = std::unexpected(committed.error());
        }
        if (!result) connection.Rollback();
    };
    settle();
    return result;
}

// Runs `body` in its own transaction. For writes that store no time of this machine, or for which a wrong time does no
// harm.
template <class Body>
auto InUndatedTransaction(Connection& connection, Body body) -> decltype(body(connection)) {
    return Finish(connection.Begin(), connection, body);
}

// Likewise, if the clock is trusted; otherwise kClockSuspect.
template <class Body>
auto InTransaction(Connection& connection, Body body) -> decltype(body(connection)) {
    TRY(CheckClock(connection));
    return Finish(connection.Begin(), connection, body);
}

// Runs `body` in a transaction in which all queries see the same snapshot. Does not check the clock.
template <class Body>
auto InReadingTransaction(Connection& connection, Body body) -> decltype(body(connection)) {
    return Finish(connection.BeginReading(), connection, body);
}

// Runs `transaction`, which also changes the index.
template <class Transaction>
auto WithIndex(Connection& connection, LedgerIndex& index, Transaction transaction) -> decltype(transaction()) {
    TRY(index.BeforeBegin(connection));
    auto result = transaction();
    // Once the commit is durable, the index must follow: without its entries a key would be accepted again. If it
    // cannot, the process ends, and the next start reads the entries from the ledger.
    const auto follow = [&]() noexcept {
        if (result) {
            index.AfterCommit();
        } else {
            index.AfterRollback();
        }
    };
    follow();
    return result;
}

// Runs `body` in a transaction that also changes the index, if the clock is trusted.
template <class Body>
auto InIndexedTransaction(Connection& connection, LedgerIndex& index, Body body) -> decltype(body(connection)) {
    return WithIndex(connection, index, [&] { return InTransaction(connection, body); });
}

// Likewise without a check of the clock. For bodies that check it themselves.
template <class Body>
auto InUncheckedIndexedTransaction(Connection& connection, LedgerIndex& index, Body body)
    -> decltype(body(connection)) {
    return WithIndex(connection, index, [&] { return InUndatedTransaction(connection, body); });
}

// Takes over what a committed transaction has changed in the operator's cache. A cache that misses a commit would pay
// wrong amounts, so a failure ends the process.
inline void KeepCache(LockedOperator& locked) noexcept { locked.Keep(); }

// Runs `body` on one operator, with its lock and its cache, and stores the collected data.
template <class Body>
auto InOperatorTransaction(Connection& connection, LedgerIndex& index, OperatorCaches& caches, OperatorId owner,
                           Body body) -> decltype(body(std::declval<LockedOperator&>())) {
    LockedOperator locked(caches, owner);
    auto result = InIndexedTransaction(connection, index, [&](Connection& open) -> decltype(body(locked)) {
        TRY(locked.Begin(open, index));
        auto done = body(locked);
        if (!done) return done;
        TRY(locked.Finish());
        return done;
    });
    if (result) KeepCache(locked);
    return result;
}

// Hands a task to a queue by `push`. Calls `done` with the result of the body, or with the reason why it could not run.
template <class Push, class Done, class Body>
void SubmitBy(Push push, Done done, Body body) {
    // Either the task or the refusal calls the callback, so both share it.
    auto shared_done = std::make_shared<Done>(std::move(done));
    ConnectionTask task = [body = std::move(body), shared_done](Result<Connection*> connection) mutable {
        if (!connection) return (*shared_done)(std::unexpected(connection.error()));
        (*shared_done)(OrFailure(**connection, body));
    };
    if (const Status taken = push(task); !taken) (*shared_done)(std::unexpected(taken.error()));
}

// Submits a task of an operator, or of none.
template <class Done, class Body>
void Submit(WorkQueue& queue, OperatorId owner, Done done, Body body) {
    SubmitBy([&](ConnectionTask& task) { return queue.Push(task, owner); }, std::move(done), std::move(body));
}

}  // namespace fairlead::ledger

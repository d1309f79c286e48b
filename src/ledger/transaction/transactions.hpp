#pragma once

#include <memory>
#include <utility>

#include "ledger/engine/work_queue.hpp"
#include "ledger/transaction/operator_scope.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {

// The ways in which the ledger runs something in a transaction: it is committed where the body succeeds, else undone.

// What the body answers, or that it met something which cannot be read.
template <class Body>
auto OrFailure(Connection& connection, Body& body) -> decltype(body(connection)) {
    try {
        return body(connection);
    } catch (const std::exception& error) {
        telemetry::LogError("the ledger cannot be read", {{"reason", std::string_view(error.what())}});
        return Fail(ErrorCode::kLedgerFailed, "something in the ledger cannot be read");
    }
}

// Runs `body` in a transaction that has been begun.
template <class Body>
auto Finish(const Status& begun, Connection& connection, Body body) -> decltype(body(connection)) {
    if (!begun) return std::unexpected(begun.error());
    auto result = OrFailure(connection, body);
    if (result) {
        if (auto committed = connection.Commit(); !committed) result = std::unexpected(committed.error());
    }
    if (!result) connection.Rollback();
    return result;
}

// Runs `body` in a transaction of its own.
template <class Body>
auto InTransaction(Connection& connection, Body body) -> decltype(body(connection)) {
    return Finish(connection.Begin(), connection, body);
}

// Likewise, but it sees one moment throughout.
template <class Body>
auto InReadingTransaction(Connection& connection, Body body) -> decltype(body(connection)) {
    return Finish(connection.BeginReading(), connection, body);
}

// Runs `body` in a transaction that changes the index too.
template <class Body>
auto InIndexedTransaction(Connection& connection, LedgerIndex& index, Body body) -> decltype(body(connection)) {
    TRY(index.BeforeBegin(connection));
    auto result = InTransaction(connection, body);
    if (result) {
        index.AfterCommit();
    } else {
        index.AfterRollback();
    }
    return result;
}

// Runs `body` on one operator, with its lock and its cache, and stores what it has gathered.
template <class Body>
auto InOperatorTransaction(Connection& connection, LedgerIndex& index, OperatorCaches& caches, OperatorId owner,
                           Body body) -> decltype(body(std::declval<OperatorScope&>())) {
    OperatorScope scope(caches, owner);
    auto result = InIndexedTransaction(connection, index, [&](Connection& open) -> decltype(body(scope)) {
        TRY(scope.Begin(open, index));
        auto done = body(scope);
        if (!done) return done;
        TRY(scope.Finish());
        return done;
    });
    if (result) scope.Keep();
    return result;
}

// Hands a task to a queue; `done` hears what the body answers in its transaction, or why it could not run.
template <class Done, class Body>
void Submit(WorkQueue& queue, Done done, Body body) {
    // The callback is shared by the task and the refusal, of which only one runs.
    auto shared_done = std::make_shared<Done>(std::move(done));
    ConnectionTask task = [body = std::move(body), shared_done](Result<Connection*> connection) mutable {
        if (!connection) return (*shared_done)(std::unexpected(connection.error()));
        (*shared_done)(body(**connection));
    };
    if (const Status taken = queue.Push(task); !taken) (*shared_done)(std::unexpected(taken.error()));
}

}  // namespace fairlead::ledger

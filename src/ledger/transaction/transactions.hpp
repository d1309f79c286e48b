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
auto OrFailure(Session& session, Body& body) -> decltype(body(session)) {
    try {
        return body(session);
    } catch (const std::exception& error) {
        telemetry::LogError("the ledger cannot be read", {{"reason", std::string_view(error.what())}});
        return Fail(ErrorCode::kLedgerFailed, "something in the ledger cannot be read");
    }
}

// Runs `body` in a transaction that has been begun.
template <class Body>
auto Finish(const Status& begun, Session& session, Body body) -> decltype(body(session)) {
    if (!begun) return std::unexpected(begun.error());
    auto result = OrFailure(session, body);
    if (result) {
        if (auto committed = session.Commit(); !committed) result = std::unexpected(committed.error());
    }
    if (!result) session.Rollback();
    return result;
}

// Runs `body` in a transaction of its own.
template <class Body>
auto InTransaction(Session& session, Body body) -> decltype(body(session)) {
    return Finish(session.Begin(), session, body);
}

// Likewise, but it sees one moment throughout.
template <class Body>
auto InReadingTransaction(Session& session, Body body) -> decltype(body(session)) {
    return Finish(session.BeginReading(), session, body);
}

// Runs `body` in a transaction that changes the index too.
template <class Body>
auto InIndexedTransaction(Session& session, LedgerIndex& index, Body body) -> decltype(body(session)) {
    if (auto ready = index.BeforeBegin(session); !ready) return std::unexpected(ready.error());
    auto result = InTransaction(session, body);
    if (result) {
        index.AfterCommit();
    } else {
        index.AfterRollback();
    }
    return result;
}

// Runs `body` on one operator, with its lock and its book, and stores what it has gathered.
template <class Body>
auto InOperatorTransaction(Session& session, LedgerIndex& index, BookShelf& books, OperatorId owner, Body body)
    -> decltype(body(std::declval<OperatorScope&>())) {
    OperatorScope scope(books, owner);
    auto result = InIndexedTransaction(session, index, [&](Session& open) -> decltype(body(scope)) {
        if (auto begun = scope.Begin(open, index); !begun) return std::unexpected(begun.error());
        auto done = body(scope);
        if (!done) return done;
        if (auto finished = scope.Finish(); !finished) return std::unexpected(finished.error());
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
    SessionTask task = [body = std::move(body), shared_done](Result<Session*> session) mutable {
        if (!session) return (*shared_done)(std::unexpected(session.error()));
        (*shared_done)(body(**session));
    };
    if (const Status taken = queue.Push(task); !taken) (*shared_done)(std::unexpected(taken.error()));
}

}  // namespace fairlead::ledger

#pragma once

#include <future>
#include <stop_token>

#include "ledger/archive/block_archive.hpp"
#include "ledger/engine/engine.hpp"
#include "ledger/transaction/transactions.hpp"

namespace fairlead::ledger {

// Where retention works: it reads on a connection of its own and writes in turns of the ledger's writers, each so short
// that ingestion hardly notices.
struct RetentionSite {
    ConnectionSource& reader;
    WorkQueue& writers;
    const BlockArchive& archive;
    telemetry::Metrics& metrics;
};

// What one turn writes at most.
inline constexpr std::int64_t kTurnBytesMax = 1 << 20;
inline constexpr std::size_t kTurnBlocksMax = 256;

// Runs `body` in a transaction on one of the writers, and waits for it.
template <class Body>
auto TakeTurn(WorkQueue& writers, Body body) -> decltype(body(std::declval<Connection&>())) {
    using Answer = decltype(body(std::declval<Connection&>()));
    std::promise<Answer> promise;
    auto answer = promise.get_future();
    Submit(
        writers, [&promise](Answer result) { promise.set_value(std::move(result)); },
        [&body](Connection& connection) { return InTransaction(connection, body); });
    return answer.get();
}

}  // namespace fairlead::ledger

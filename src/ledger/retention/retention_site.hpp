#pragma once

#include <future>
#include <stop_token>

#include "ledger/archive/block_archive.hpp"
#include "ledger/engine/engine.hpp"
#include "ledger/transaction/transactions.hpp"

namespace fairlead::ledger {

// The resources of retention. It reads on its own connection and writes in short turns on the ledger's writers, so that
// it hardly delays ingestion.
struct RetentionSite {
    ConnectionSource& reader;
    WorkQueue& writers;
    const BlockArchive& archive;
    telemetry::Metrics& metrics;
    app::ClockGuard* clock = nullptr;  // Null: the system's clock.
};

// The limits of one turn.
inline constexpr std::int64_t kTurnBytesMax = 1 << 20;
inline constexpr std::size_t kTurnBlocksMax = 256;

// Runs `body` in a transaction on a writer and waits for the result.
template <class Body>
auto TakeTurn(WorkQueue& writers, Body body) -> decltype(body(std::declval<Connection&>())) {
    using Answer = decltype(body(std::declval<Connection&>()));
    std::promise<Answer> promise;
    auto answer = promise.get_future();
    Submit(
        writers, OperatorId{}, [&promise](Answer result) { promise.set_value(std::move(result)); },
        [&body](Connection& connection) { return InTransaction(connection, body); });
    return answer.get();
}

}  // namespace fairlead::ledger

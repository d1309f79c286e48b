#pragma once

#include <optional>
#include <span>
#include <vector>

#include "domain/events/event.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// What the index keeps of an event.
struct IndexedEvent {
    events::KeyDigest key{};
    std::int64_t seq = 0;
    PlayerId player;
};

// Where something occurs.
struct Posting {
    std::uint64_t term = 0;
    std::int64_t number = 0;
};

// Finds what the ledger's tables are not ordered by: the idempotency keys that have been used, for ever, the events of
// a player, and postings, which say in which accruals (by number) or blocks (by time) something occurs. What is looked
// for may be a hash, a term: two things may share one, so whoever asks checks what it finds. Written inside a
// transaction that holds the operator's lock.
class LedgerIndex {
public:
    virtual ~LedgerIndex() = default;

    // The sequence number of the event under each digest, in order.
    virtual Result<std::vector<std::optional<std::int64_t>>> FindKeys(Connection& connection, OperatorId owner,
                                                                      std::span<const events::KeyDigest> digests) = 0;
    // Additions are in force once the transaction commits.
    virtual Status AddEvents(Connection& connection, OperatorId owner, std::span<const IndexedEvent> events) = 0;
    virtual Status AddClicks(Connection& connection, OperatorId owner, Timestamp block,
                             std::span<const std::uint64_t> terms) = 0;

    // Postings of accruals, the newest of which is `last`.
    virtual Status AddAccruals(Connection& connection, OperatorId owner, std::int64_t last,
                               std::span<const Posting> postings) = 0;

    // The numbers of a player's events, or those under a term, that are below `before`: the greatest of them, greatest
    // first, at most `limit`. Also allowed from readers, on their own connections.
    virtual Result<std::vector<std::int64_t>> EventsOf(Connection& connection, OperatorId owner, PlayerId player,
                                                       std::int64_t before, std::size_t limit) = 0;
    virtual Result<std::vector<std::int64_t>> Postings(Connection& connection, OperatorId owner, std::uint64_t term,
                                                       std::int64_t before, std::size_t limit) = 0;

    // Called around every transaction that uses the index: before it begins, after it has committed, after it was
    // undone.
    virtual Status BeforeBegin(Connection& connection) = 0;
    virtual void AfterCommit() = 0;
    virtual void AfterRollback() = 0;
};

}  // namespace fairlead::ledger

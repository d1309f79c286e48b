#pragma once

#include <optional>
#include <span>
#include <vector>

#include "domain/events/event.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The entry of an event in the index.
struct IndexedEvent {
    events::KeyDigest key{};
    std::int64_t seq = 0;
    PlayerId player;
};

// One occurrence of a term.
struct Posting {
    std::uint64_t term = 0;
    std::int64_t number = 0;
};

// Finds what the order of the ledger's tables does not find: used idempotency keys, which are kept forever, the events
// of a player, and postings. Postings say in which accruals (by number) or batches of clicks (by time) a term occurs. A
// term is a hash that two things may share, so callers check the records that they find. Entries are added in a
// transaction that holds the operator's lock.
class LedgerIndex {
public:
    virtual ~LedgerIndex() = default;

    // The sequence number of the event with each digest, in order.
    virtual Result<std::vector<std::optional<std::int64_t>>> FindKeys(Connection& connection, OperatorId owner,
                                                                      std::span<const events::KeyDigest> digests) = 0;
    // Additions take effect when the transaction commits.
    virtual Status AddEvents(Connection& connection, OperatorId owner, std::span<const IndexedEvent> events) = 0;
    // Postings of the clicks of a block. Their times may be earlier than those of previous blocks.
    virtual Status AddClicks(Connection& connection, OperatorId owner, Timestamp block,
                             std::span<const Posting> postings) = 0;

    // Adds postings of accruals. `last` is the number of the newest accrual.
    virtual Status AddAccruals(Connection& connection, OperatorId owner, std::int64_t last,
                               std::span<const Posting> postings) = 0;

    // The greatest numbers below `before` of a player's events or of a term, descending, at most `limit`. Readers may
    // call these, too, on their own connections.
    virtual Result<std::vector<std::int64_t>> EventsOf(Connection& connection, OperatorId owner, PlayerId player,
                                                       std::int64_t before, std::size_t limit) = 0;
    virtual Result<std::vector<std::int64_t>> Postings(Connection& connection, OperatorId owner, std::uint64_t term,
                                                       std::int64_t before, std::size_t limit) = 0;

    // Called for every transaction that uses the index: before it begins, after it commits, after it is rolled back.
    virtual Status BeforeBegin(Connection& connection) = 0;
    virtual void AfterCommit() = 0;
    virtual void AfterRollback() = 0;

    // Whether the index was found damaged and is being rebuilt. Calls that need it fail with kUnavailable until it is
    // rebuilt. Safe from any thread.
    virtual bool IsRebuilding() const { return false; }
};

}  // namespace fairlead::ledger

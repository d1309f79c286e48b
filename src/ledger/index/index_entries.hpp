#pragma once

#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// What the index holds of the record, read from the record again: for an index that misses it.

// How far the ledger has come with one operator.
struct IndexProgress {
    OperatorId owner;
    std::int64_t last_seq = 0;
    Timestamp last_block;
    std::int64_t last_accrual = 0;
};
Result<std::vector<IndexProgress>> ReadIndexProgress(Connection& connection);

// The next events after this number, of which there must be some.
Result<std::vector<IndexedEvent>> ReadIndexedEvents(Connection& connection, OperatorId owner, std::int64_t after,
                                                    std::int64_t limit);

struct IndexedAccruals {
    std::int64_t last = 0;
    std::vector<Posting> postings;
};
// The next accruals after this number, of which there must be some.
Result<IndexedAccruals> ReadIndexedAccruals(Connection& connection, OperatorId owner, std::int64_t after,
                                            std::int64_t limit);

// Adds everything to an index that holds nothing, in the transaction that is open.
Status FillIndex(Connection& connection, LedgerIndex& index);

}  // namespace fairlead::ledger

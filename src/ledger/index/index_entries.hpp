#pragma once

#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// Reads the entries of the index from the record, for an index that lacks them.

// The end of one operator's record.
struct IndexProgress {
    OperatorId owner;
    std::int64_t last_seq = 0;
    Timestamp last_block;
    std::int64_t last_accrual = 0;
};
Result<std::vector<IndexProgress>> ReadIndexProgress(Connection& connection);

// The next events after this number. An Error if there are none.
Result<std::vector<IndexedEvent>> ReadIndexedEvents(Connection& connection, OperatorId owner, std::int64_t after,
                                                    std::int64_t limit);

struct IndexedAccruals {
    std::int64_t last = 0;
    std::vector<Posting> postings;
};
// The next accruals after this number. An Error if there are none.
Result<IndexedAccruals> ReadIndexedAccruals(Connection& connection, OperatorId owner, std::int64_t after,
                                            std::int64_t limit);

// Adds all entries to an empty index, in the open transaction.
Status FillIndex(Connection& connection, LedgerIndex& index);

}  // namespace fairlead::ledger

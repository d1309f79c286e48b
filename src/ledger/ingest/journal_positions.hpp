#pragma once

#include "ledger/record/operator_moment.hpp"

namespace fairlead::ledger {

// How far a journal was taken over for an operator: the table `journal_positions`. Read and stored inside a transaction
// that holds the operator's lock, together with the batches.

// The sequence number of the last batch that is stored; 0 if there is none.
Result<std::int64_t> ReadJournalPosition(Connection& connection, OperatorId owner, JournalId journal);
Status StoreJournalPosition(Connection& connection, const OperatorMoment& moment, JournalId journal,
                            std::int64_t last_sequence);
// Deletes the positions of journals from which nothing was taken over for two years.
Status DeleteOldPositions(Connection& connection, const OperatorMoment& moment);

}  // namespace fairlead::ledger

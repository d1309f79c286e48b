#pragma once

#include "app/ports/tracking.hpp"

namespace fairlead::app {

// Keeps clicks and impressions on this node's disk until the ledger has them. Safe from any thread.
class VisitJournal {
public:
    virtual ~VisitJournal() = default;

    // Takes a batch that has a time. `done` is called on another thread when the batch is on disk. If the disk fails in
    // the meantime, the batch goes to the ledger instead, and `done` is called with the answer of the ledger. Returns
    // false if the journal takes nothing now, because it is full or its disk fails: `done` is then untouched.
    virtual bool Append(const TrackedBatch& batch, StatusDone& done) = 0;

    // Calls `done`, possibly on another thread, when the ledger has all batches of the operator that were on disk
    // before. If that takes more than a second, `done` is called anyway.
    virtual void TakeOverThen(OperatorId owner, std::move_only_function<void()> done) = 0;
};

}  // namespace fairlead::app

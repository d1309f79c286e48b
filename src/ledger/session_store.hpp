#pragma once

#include "app/ports/sessions.hpp"
#include "ledger/engine/work_queue.hpp"

namespace fairlead::ledger {

// Log-in sessions in the table `sessions`. Calls run on the ledger's queues.
class RelationalSessionStore final : public app::SessionStore {
public:
    RelationalSessionStore(WorkQueue& writes, WorkQueue& reads) : writes_(writes), reads_(reads) {}

    void Open(app::SessionRecord session, app::CheckedUser checked, Timestamp forget_before,
              app::StatusDone done) override;
    void Find(OperatorId owner, Bytes32 token_hash, app::AnswerDone<std::optional<app::SessionRecord>> done) override;
    void End(app::SessionEnding ending, app::StatusDone done) override;
    void NoteSeen(OperatorId owner, Bytes32 token_hash, Timestamp at) override;

private:
    WorkQueue& writes_;
    WorkQueue& reads_;
};

}  // namespace fairlead::ledger

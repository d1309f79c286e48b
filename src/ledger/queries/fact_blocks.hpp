#pragma once

#include "app/ports/fact_blocks.hpp"
#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

// The blocks of facts, read on a connection of the projector's own.
class RelationalFactBlocks final : public app::FactBlocks {
public:
    RelationalFactBlocks(ConnectionSource& source, bool shared_with_other_nodes)
        : source_(source), shared_with_other_nodes_(shared_with_other_nodes) {}

    Result<std::vector<app::BlockMark>> NewestBlocks() override;
    Result<std::vector<app::FactBlockRecord>> ReadBlocks(OperatorId owner, Timestamp after,
                                                         std::int64_t facts_max) override;
    // On a shared ledger it is a lock of the connection's, and ends with it.
    Result<app::ProjectionHold> HoldProjection() override;

private:
    ConnectionSource& source_;
    bool shared_with_other_nodes_;
    bool held_before_ = false;
};

}  // namespace fairlead::ledger

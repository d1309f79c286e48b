#pragma once

#include "app/ports/fact_blocks.hpp"
#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

// Reads the blocks of facts on the projector's own connection.
class RelationalFactBlocks final : public app::FactBlocks {
public:
    RelationalFactBlocks(ConnectionSource& source, bool shared_with_other_nodes)
        : source_(source), shared_with_other_nodes_(shared_with_other_nodes) {}

    Result<std::vector<app::BlockMark>> NewestBlocks() override;
    Result<std::vector<app::FactBlockRecord>> ReadBlocks(OperatorId owner, Timestamp after,
                                                         std::int64_t facts_max) override;
    // On a shared ledger, this takes a lock that ends with the connection.
    Result<app::ProjectionHold> HoldProjection() override;

private:
    ConnectionSource& source_;
    bool shared_with_other_nodes_;
    bool held_before_ = false;
};

}  // namespace fairlead::ledger

#pragma once

#include "app/ports/fact_blocks.hpp"
#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

// Reads the blocks of facts on the projector's own connection.
class RelationalFactBlocks final : public app::FactBlocks {
public:
    RelationalFactBlocks(ConnectionSource& source, bool shared_with_other_nodes, const LedgerEpoch& epoch)
        : source_(source), epoch_(epoch), shared_with_other_nodes_(shared_with_other_nodes) {}

    Result<std::vector<app::BlockMark>> NewestBlocks() override;
    Result<std::vector<app::FactBlockRecord>> ReadBlocks(OperatorId owner, Timestamp after,
                                                         std::int64_t facts_max) override;
    std::uint64_t Epoch() const override { return epoch_.current(); }
    // On a shared ledger, this takes a lock that ends with the connection.
    Result<app::ProjectionHold> HoldProjection() override;

private:
    ConnectionSource& source_;
    const LedgerEpoch& epoch_;
    bool shared_with_other_nodes_;
    bool held_before_ = false;
};

}  // namespace fairlead::ledger

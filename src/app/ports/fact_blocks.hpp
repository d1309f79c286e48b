#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/ports/facts.hpp"

namespace fairlead::app {

// A block of facts in the ledger: see domain/facts/fact_block.hpp.
struct FactBlockRecord {
    std::int64_t number = 0;
    Timestamp recorded_at;
    std::int64_t fact_count = 0;
    std::string bytes;
    std::int64_t ahead_micros = 0;  // How far a repair of the clock moved it back.
};

// Which process may move facts into a store that several nodes share.
enum class ProjectionHold : std::uint8_t {
    kOther,  // Another process may.
    kTaken,  // This process may from now on; another process may have done so before.
    kKept,   // This process may, without interruption since the last call.
};

// The ledger's interface for the projector. All calls block and come from one thread.
class FactBlocks {
public:
    virtual ~FactBlocks() = default;

    // The newest block of every operator that has any.
    virtual Result<std::vector<BlockMark>> NewestBlocks() = 0;
    // The operator's blocks after a given one, in order: as many as have about `facts_max` facts, at least one if there
    // is one.
    virtual Result<std::vector<FactBlockRecord>> ReadBlocks(OperatorId owner, Timestamp after,
                                                            std::int64_t facts_max) = 0;
    // Changes when the ledger may have moved backwards: blocks that were read before may be gone.
    virtual std::uint64_t Epoch() const { return 0; }
    // Tries to become the only process that projects this ledger, until this process ends.
    virtual Result<ProjectionHold> HoldProjection() = 0;
};

}  // namespace fairlead::app

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/ports/facts.hpp"

namespace fairlead::app {

// A block of facts as the ledger keeps it: see domain/facts/fact_block.hpp.
struct FactBlockRecord {
    std::int64_t number = 0;
    Timestamp recorded_at;
    std::int64_t fact_count = 0;
    std::string bytes;
};

// Who may move facts into a store that several nodes share.
enum class ProjectionHold : std::uint8_t {
    kOther,  // Another process.
    kTaken,  // This one, as of now: another may have done so until now.
    kKept,   // This one, without interruption since the last time it asked.
};

// The ledger as the projector sees it. All calls block, and are made by one thread.
class FactBlocks {
public:
    virtual ~FactBlocks() = default;

    // The newest block of every operator that has any.
    virtual Result<std::vector<BlockMark>> NewestBlocks() = 0;
    // The operator's blocks after a moment, in order: as many as have about `facts_max` facts, at least one if there is
    // one.
    virtual Result<std::vector<FactBlockRecord>> ReadBlocks(OperatorId owner, Timestamp after,
                                                            std::int64_t facts_max) = 0;
    // Tries to be the one process on this ledger that projects, and to remain so until it goes away.
    virtual Result<ProjectionHold> HoldProjection() = 0;
};

}  // namespace fairlead::app

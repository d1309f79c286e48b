#pragma once

#include <cstdint>
#include <string>

#include "base/id/ids.hpp"

namespace fairlead::app {

// How far an operator's facts in the analytics store are behind the ledger.
struct ProjectionLag {
    double seconds = 0;  // The age of the oldest fact that is missing there.
    std::int64_t blocks = 0;
    std::int64_t last_block = 0;  // The newest block that reports show.
    std::int64_t checked_at = 0;  // Start of the last successful check, on the steady clock. Blocks that were recorded
                                  // later are unknown here.
    bool is_filling = false;      // The store is incomplete, after a loss or before the first fill: a report would show
                                  // only a part of the past.
};

// The progress of rebuilding the analytics store. The numbers are those of the newest rebuild.
struct RebuildProgress {
    enum class State : std::uint8_t { kNone, kRunning, kDone, kFailed };

    State state = State::kNone;
    std::int64_t operators = 0;
    std::int64_t blocks = 0;
    std::int64_t blocks_total = 0;
    std::int64_t facts = 0;
    double seconds = 0;
    std::string failure;  // The reason of the failure.
};

// The projector's interface for other components. Safe from any thread; nothing here blocks.
class Projection {
public:
    virtual ~Projection() = default;

    virtual ProjectionLag Lag(OperatorId owner) const = 0;
    // Empties the analytics store and rebuilds it from the ledger. A call during a rebuild changes nothing.
    virtual void Rebuild() = 0;
    virtual RebuildProgress rebuild_progress() const = 0;
};

}  // namespace fairlead::app

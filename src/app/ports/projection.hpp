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
    bool is_filling = false;  // It lacks what it has had, or has never had all: a report would show a part of the past.
};

// How making the analytics store anew gets on. Numbers are those of the last time that it was asked for.
struct RebuildProgress {
    enum class State : std::uint8_t { kNone, kRunning, kDone, kFailed };

    State state = State::kNone;
    std::int64_t operators = 0;
    std::int64_t blocks = 0;
    std::int64_t blocks_total = 0;
    std::int64_t facts = 0;
    double seconds = 0;
    std::string failure;  // Why it failed.
};

// What moves facts into the analytics store, as everybody else sees it. Safe from any thread; nothing here blocks.
class Projection {
public:
    virtual ~Projection() = default;

    virtual ProjectionLag Lag(OperatorId owner) const = 0;
    // Throws away what is in the analytics store and makes it anew from the ledger. While that goes on, asking for it
    // again changes nothing.
    virtual void Rebuild() = 0;
    virtual RebuildProgress rebuild_progress() const = 0;
};

}  // namespace fairlead::app

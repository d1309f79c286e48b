#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "app/ports/answers.hpp"
#include "domain/replay/replay.hpp"

namespace fairlead::app {

// A place in the record of one operator: the numbers of the last commit, event and change before it.
struct HistoryPosition {
    std::int64_t commit = 0;
    std::int64_t event = 0;
    std::int64_t change = 0;
};

struct HistoryEnd {
    HistoryPosition position;
    std::unordered_set<PlayerId> changed_later;  // Players that are reassigned or have a reversed accrual.
};

// A piece is never empty unless the record ends at the requested position.
struct HistoryPiece {
    std::vector<commission::RecordedCommit> commits;
    HistoryPosition position;  // After the last of these commits.
};

}  // namespace fairlead::app

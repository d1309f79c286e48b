#pragma once

#include <mutex>
#include <string>
#include <unordered_map>

#include "app/ports/projection.hpp"
#include "facts/operator_marks.hpp"

namespace fairlead::facts {

// Follows the store being made anew: it is over when every operator's mark is where the ledger was at the beginning.
// Safe from any thread.
class RebuildWatch {
public:
    void Request();
    bool IsRequested() const;

    // The store has been emptied.
    void Begin(const std::vector<OperatorMark*>& operators);
    // Facts were added since the last time, and marks are where they are now.
    void Note(const std::vector<OperatorMark*>& operators, std::int64_t facts);
    // Where nothing was asked for, or it is over, that changes nothing.
    void Fail(const std::string& reason);

    app::RebuildProgress progress() const;

private:
    void Finish(app::RebuildProgress::State state);

    mutable std::mutex mutex_;
    bool requested_ = false;
    std::int64_t started_at_ = 0;  // Steady.
    std::unordered_map<OperatorId, std::int64_t> targets_;
    app::RebuildProgress progress_;
};

}  // namespace fairlead::facts

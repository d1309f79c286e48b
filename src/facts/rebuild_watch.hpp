#pragma once

#include <mutex>
#include <string>
#include <unordered_map>

#include "app/ports/projection.hpp"
#include "facts/operator_marks.hpp"

namespace fairlead::facts {

// Follows a rebuild of the store. It has ended when every operator's mark has reached the block that was the newest at
// the start. Safe from any thread.
class RebuildWatch {
public:
    void Request();
    bool IsRequested() const;

    // The store has been emptied.
    void Begin(const std::vector<OperatorMark*>& operators);
    // Call this after facts were added, with the current marks.
    void Note(const std::vector<OperatorMark*>& operators, std::int64_t facts);
    // Has no effect if no rebuild was requested or it has ended.
    void Fail(const std::string& reason);

    app::RebuildProgress progress() const;

private:
    void Finish(app::RebuildProgress::State state);

    mutable std::mutex mutex_;
    bool requested_ = false;
    std::int64_t started_at_ = 0;  // Steady clock.
    std::unordered_map<OperatorId, std::int64_t> targets_;
    app::RebuildProgress progress_;
};

}  // namespace fairlead::facts

#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <unordered_map>
#include <utility>

#include "base/id/ids.hpp"

namespace fairlead::ledger {

// Tasks that wait, in a lane for each operator. The tasks of one operator keep their order. Operators take turns, so a
// long lane does not delay the others. Not safe for several threads.
template <class Task>
class OperatorLanes {
public:
    void Push(OperatorId owner, Task task) {
        auto& lane = lanes_[owner];
        if (lane.empty()) turns_.push_back(owner);
        lane.push_back(std::move(task));
        ++size_;
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::size_t SizeOf(OperatorId owner) const {
        const auto lane = lanes_.find(owner);
        return lane == lanes_.end() ? 0 : lane->second.size();
    }

    // The operators with tasks, in the order of their turns.
    const std::deque<OperatorId>& turns() const { return turns_; }
    const Task& First(OperatorId owner) const { return lanes_.at(owner).front(); }

    // Takes the first task of an operator that has one. The operator keeps its turn.
    Task Pop(OperatorId owner) {
        const auto lane = lanes_.find(owner);
        Task task = std::move(lane->second.front());
        lane->second.pop_front();
        --size_;
        if (!lane->second.empty()) return task;
        lanes_.erase(lane);
        std::erase(turns_, owner);
        return task;
    }

    // The operator's next turn comes after those of all others.
    void EndTurn(OperatorId owner) {
        const auto place = std::ranges::find(turns_, owner);
        if (place != turns_.end()) std::rotate(place, place + 1, turns_.end());
    }

private:
    std::unordered_map<OperatorId, std::deque<Task>> lanes_;
    std::deque<OperatorId> turns_;
    std::size_t size_ = 0;
};

}  // namespace fairlead::ledger

#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <unordered_map>
#include <utility>

namespace fairlead {

// Tasks that wait, in a lane for each owner: an operator, or the client of a log-in. The tasks of one owner keep their
// order. Owners take turns, so a long lane does not delay the others. Not safe for several threads.
template <class Owner, class Task>
class FairLanes {
public:
    void Push(const Owner& owner, Task task) {
        auto& lane = lanes_[owner];
        if (lane.empty()) turns_.push_back(owner);
        lane.push_back(std::move(task));
        ++size_;
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    std::size_t SizeOf(const Owner& owner) const {
        const auto lane = lanes_.find(owner);
        return lane == lanes_.end() ? 0 : lane->second.size();
    }

    // The owners with tasks, in the order of their turns.
    const std::deque<Owner>& turns() const { return turns_; }
    const Task& First(const Owner& owner) const { return lanes_.at(owner).front(); }

    // Takes the first task of an owner that has one. The owner keeps its turn.
    Task Pop(const Owner& owner) {
        const auto lane = lanes_.find(owner);
        Task task = std::move(lane->second.front());
        lane->second.pop_front();
        Shrunk(lane);
        return task;
    }

    // Takes the last task of an owner that has one.
    Task PopLast(const Owner& owner) {
        const auto lane = lanes_.find(owner);
        Task task = std::move(lane->second.back());
        lane->second.pop_back();
        Shrunk(lane);
        return task;
    }

    // The owner's next turn comes after those of all others.
    void EndTurn(const Owner& owner) {
        const auto place = std::ranges::find(turns_, owner);
        if (place != turns_.end()) std::rotate(place, place + 1, turns_.end());
    }

    void Clear() {
        lanes_.clear();
        turns_.clear();
        size_ = 0;
    }

private:
    using Lanes = std::unordered_map<Owner, std::deque<Task>>;

    void Shrunk(Lanes::iterator lane) {
        --size_;
        if (!lane->second.empty()) return;
        std::erase(turns_, lane->first);
        lanes_.erase(lane);
    }

    Lanes lanes_;
    std::deque<Owner> turns_;
    std::size_t size_ = 0;
};

}  // namespace fairlead

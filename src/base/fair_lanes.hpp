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

    // Take the first or the last task of an owner that has one. The owner keeps its turn.
    Task Pop(const Owner& owner) { return Take(lanes_.find(owner), 0); }
    Task PopLast(const Owner& owner) { return Take(lanes_.find(owner), SizeOf(owner) - 1); }

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

    Task Take(Lanes::iterator lane, std::size_t place) {
        auto& tasks = lane->second;
        Task task = std::move(tasks[place]);
        tasks.erase(tasks.begin() + static_cast<std::ptrdiff_t>(place));
        --size_;
        if (tasks.empty()) {
            std::erase(turns_, lane->first);
            lanes_.erase(lane);
        }
        return task;
    }

    Lanes lanes_;
    std::deque<Owner> turns_;
    std::size_t size_ = 0;
};

}  // namespace fairlead

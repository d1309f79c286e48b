#include "ledger/work_queue.hpp"

#include <algorithm>

namespace fairlead::ledger {
namespace {

// More events than this in one transaction gain nothing and make the first of them wait.
constexpr std::size_t kEventsPerCommitMax = 8192;

}  // namespace

WorkQueue::WorkQueue(Gather gather, std::size_t events_max) : gather_(gather), events_max_(events_max) {}

bool WorkQueue::PushIngest(IngestTask& task) {
    {
        const std::lock_guard lock(mutex_);
        if (closed_ || waiting_events_ + task.batch.size() > events_max_) return false;
        waiting_events_ += task.batch.size();
        ingests_.push_back(std::move(task));
    }
    arrived_.notify_one();
    return true;
}

bool WorkQueue::Push(SessionTask& task) {
    {
        const std::lock_guard lock(mutex_);
        if (closed_) return false;
        others_.push_back(std::move(task));
    }
    arrived_.notify_one();
    return true;
}

bool WorkQueue::HasWork() const {
    if (!others_.empty()) return true;
    if (gather_ == Gather::kAllOperators || taken_.empty()) return !ingests_.empty();
    return std::ranges::any_of(ingests_, [&](const IngestTask& task) { return !taken_.contains(task.owner); });
}

std::optional<Work> WorkQueue::Take() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return HasWork() || (closed_ && ingests_.empty()); });
    Work work;
    if (!others_.empty()) {
        work.other = std::move(others_.front());
        others_.pop_front();
        return work;
    }
    if (ingests_.empty()) return std::nullopt;
    work.ingests = TakeIngests();
    return work;
}

std::vector<IngestTask> WorkQueue::TakeIngests() {
    const auto first = std::ranges::find_if(ingests_, [&](const auto& task) { return !taken_.contains(task.owner); });
    const OperatorId owner = first->owner;
    const bool one_operator = gather_ == Gather::kOneOperator;
    std::vector<IngestTask> taken;
    std::size_t events = 0;
    const auto take = [&](IngestTask& task) {
        if (one_operator && task.owner != owner) return false;
        if (events != 0 && events + task.batch.size() > kEventsPerCommitMax) return false;
        events += task.batch.size();
        taken.push_back(std::move(task));
        return true;
    };
    // Requests of one operator keep their order: once one does not fit, none behind it is taken.
    bool full = false;
    std::deque<IngestTask> left;
    for (IngestTask& task : ingests_) {
        if (!full && take(task)) continue;
        full = full || !one_operator || task.owner == owner;
        left.push_back(std::move(task));
    }
    ingests_.swap(left);
    waiting_events_ -= events;
    if (one_operator) taken_.insert(owner);
    return taken;
}

void WorkQueue::Release(OperatorId owner) {
    {
        const std::lock_guard lock(mutex_);
        taken_.erase(owner);
    }
    arrived_.notify_all();
}

void WorkQueue::Close() {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
    }
    arrived_.notify_all();
}

std::size_t WorkQueue::waiting_events() const {
    const std::lock_guard lock(mutex_);
    return waiting_events_;
}

}  // namespace fairlead::ledger

#include "ledger/engine/work_queue.hpp"

#include <algorithm>

namespace fairlead::ledger {
namespace {

// Larger transactions gain nothing and delay their first requests.
constexpr std::size_t kWeightPerCommitMax = 8192;
// Far more than people request at the same time. The limit keeps repeated requests from piling up while the ledger
// hangs.
constexpr std::size_t kOthersMax = 10'000;

}  // namespace

std::size_t CommitTask::weight() const {
    if (journalled) return journalled->batches.weight();
    return tracked ? tracked->batch.weight() : events.size();
}

void CommitTask::Fail(const Error& error) {
    if (journalled) {
        journalled->done(std::unexpected(error));
    } else if (tracked) {
        tracked->done(std::unexpected(error));
    } else {
        ingested(std::unexpected(error));
    }
}

WorkQueue::WorkQueue(Gather gather, std::size_t weight_max) : gather_(gather), weight_max_(weight_max) {}

bool WorkQueue::PushCommit(CommitTask& task) {
    {
        const std::lock_guard lock(mutex_);
        if (closed_ || waiting_weight_ + task.weight() > weight_max_) return false;
        waiting_weight_ += task.weight();
        commits_.push_back(std::move(task));
    }
    arrived_.notify_one();
    return true;
}

Status WorkQueue::Push(ConnectionTask& task) {
    {
        const std::lock_guard lock(mutex_);
        if (closed_) return Fail(ErrorCode::kUnavailable, "the service is stopping");
        if (others_.size() >= kOthersMax)
            return Fail(ErrorCode::kOverloaded, "too many requests are waiting for the ledger; try again in a moment");
        others_.push_back(std::move(task));
    }
    arrived_.notify_one();
    return {};
}

bool WorkQueue::HasWork() const { return !others_.empty() || HasCommits(); }

bool WorkQueue::HasCommits() const {
    if (gather_ == Gather::kAllOperators || taken_.empty()) return !commits_.empty();
    return std::ranges::any_of(commits_, [&](const CommitTask& task) { return !taken_.contains(task.owner); });
}

std::optional<Work> WorkQueue::Take() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return HasWork() || (closed_ && commits_.empty()); });
    Work work;
    // Commits and other tasks take turns, so that neither delays the other for long.
    if (!others_.empty() && !(other_was_last_ && HasCommits())) {
        other_was_last_ = true;
        work.other = std::move(others_.front());
        others_.pop_front();
        return work;
    }
    if (!HasCommits()) return std::nullopt;
    other_was_last_ = false;
    work.commits = TakeCommits();
    return work;
}

std::vector<CommitTask> WorkQueue::TakeCommits() {
    const auto first = std::ranges::find_if(commits_, [&](const auto& task) { return !taken_.contains(task.owner); });
    const OperatorId owner = first->owner;
    const bool one_operator = gather_ == Gather::kOneOperator;
    std::vector<CommitTask> taken;
    std::size_t weight = 0;
    const auto take = [&](CommitTask& task) {
        if (one_operator && task.owner != owner) return false;
        if (weight != 0 && weight + task.weight() > kWeightPerCommitMax) return false;
        weight += task.weight();
        taken.push_back(std::move(task));
        return true;
    };
    // Requests of one operator keep their order: when one does not fit, no later one is taken.
    bool full = false;
    std::deque<CommitTask> left;
    for (CommitTask& task : commits_) {
        if (!full && take(task)) continue;
        full = full || !one_operator || task.owner == owner;
        left.push_back(std::move(task));
    }
    commits_.swap(left);
    waiting_weight_ -= weight;
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

std::size_t WorkQueue::waiting_weight() const {
    const std::lock_guard lock(mutex_);
    return waiting_weight_;
}

}  // namespace fairlead::ledger

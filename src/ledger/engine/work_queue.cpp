#include "ledger/engine/work_queue.hpp"

#include <algorithm>
#include <chrono>

#include "base/time/time.hpp"

namespace fairlead::ledger {
namespace {

// Larger transactions gain nothing and delay their first requests.
constexpr std::size_t kWeightPerCommitMax = 8192;
// Far more than people request at the same time. The limit keeps repeated requests from piling up while the ledger
// hangs.
constexpr std::size_t kOthersMax = 10'000;
// An operator may always have this many waiting, even if others have filled the queue.
constexpr std::size_t kOthersOfOperator = 100;
// An operator may always have this part of the queue, even if others have filled it.
constexpr std::size_t kReservedPart = 10;
// The queue never holds more than this many times its bound.
constexpr std::size_t kOvercommitted = 2;
// In a transaction of several operators, each takes tasks of about this weight in its turn.
constexpr std::size_t kWeightPerTurn = 128;
constexpr std::size_t kBackgroundMax = 100;

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

bool WorkQueue::Fits(const CommitTask& task) const {
    const std::size_t total = waiting_weight_ + task.weight();
    if (total <= weight_max_) return true;
    const auto own = waiting_weights_.find(task.owner);
    const std::size_t weight = task.weight() + (own == waiting_weights_.end() ? 0 : own->second);
    return weight <= weight_max_ / kReservedPart && total <= weight_max_ * kOvercommitted;
}

bool WorkQueue::PushCommit(CommitTask& task) {
    {
        const std::lock_guard lock(mutex_);
        if (closed_ || !Fits(task)) return false;
        waiting_weight_ += task.weight();
        waiting_weights_[task.owner] += task.weight();
        const OperatorId owner = task.owner;
        commits_.Push(owner, std::move(task));
    }
    arrived_.notify_one();
    return true;
}

Status WorkQueue::Push(ConnectionTask& task, OperatorId owner) {
    {
        const std::lock_guard lock(mutex_);
        if (closed_) return Fail(ErrorCode::kUnavailable, "the service is stopping");
        const bool reserved = others_.SizeOf(owner) < kOthersOfOperator && others_.size() < kOthersMax * kOvercommitted;
        if (others_.size() >= kOthersMax && !reserved)
            return Fail(ErrorCode::kOverloaded, "too many requests are waiting for the ledger; try again in a moment");
        others_.Push(owner, std::move(task));
    }
    arrived_.notify_one();
    return {};
}

Status WorkQueue::PushBackground(ConnectionTask& task) {
    if (gather_ == Gather::kOneOperator) return Push(task);
    {
        const std::lock_guard lock(mutex_);
        if (closed_) return Fail(ErrorCode::kUnavailable, "the service is stopping");
        if (background_.size() >= kBackgroundMax) {
            return Fail(ErrorCode::kOverloaded, "too much background work is waiting for the ledger");
        }
        background_.push_back(std::move(task));
    }
    arrived_.notify_one();
    return {};
}

bool WorkQueue::HasWork() const { return !others_.empty() || HasCommits() || IsBackgroundDue(); }

bool WorkQueue::IsBackgroundDue() const {
    return !background_.empty() && (closed_ || SteadyMicros() >= share_.due_at());
}

bool WorkQueue::HasCommits() const {
    if (gather_ == Gather::kAllOperators || taken_.empty()) return !commits_.empty();
    return std::ranges::any_of(commits_.turns(), [&](OperatorId owner) { return !taken_.contains(owner); });
}

void WorkQueue::EndLast() {
    const Doing ended = std::exchange(doing_, Doing::kOther);
    if (ended == Doing::kCommits) share_.Committed(doing_since_, SteadyMicros());
    if (ended == Doing::kBackground) share_.Worked(doing_since_, SteadyMicros());
}

void WorkQueue::WaitForWork(std::unique_lock<std::mutex>& lock) {
    while (!HasWork() && !(closed_ && commits_.empty())) {
        if (background_.empty()) {
            arrived_.wait(lock);
        } else {
            arrived_.wait_for(lock, std::chrono::microseconds(share_.due_at() - SteadyMicros()));
        }
    }
}

std::optional<Work> WorkQueue::Take() {
    std::unique_lock lock(mutex_);
    EndLast();
    WaitForWork(lock);
    Work work;
    if (IsBackgroundDue()) {
        doing_ = Doing::kBackground;
        doing_since_ = SteadyMicros();
        work.other = std::move(background_.front());
        background_.pop_front();
        return work;
    }
    // Commits and other tasks take turns, so that neither delays the other for long.
    if (!others_.empty() && !(other_was_last_ && HasCommits())) {
        other_was_last_ = true;
        work.other = TakeOther();
        return work;
    }
    if (!HasCommits()) return std::nullopt;
    other_was_last_ = false;
    if (gather_ == Gather::kAllOperators) {
        doing_ = Doing::kCommits;
        doing_since_ = SteadyMicros();
    }
    work.commits = TakeCommits();
    return work;
}

ConnectionTask WorkQueue::TakeOther() {
    const OperatorId owner = others_.turns().front();
    ConnectionTask task = others_.Pop(owner);
    others_.EndTurn(owner);
    return task;
}

std::vector<CommitTask> WorkQueue::TakeCommits() {
    std::vector<CommitTask> taken;
    std::size_t weight = 0;
    if (gather_ == Gather::kOneOperator) {
        const OperatorId owner =
            *std::ranges::find_if(commits_.turns(), [&](OperatorId each) { return !taken_.contains(each); });
        TakeTasks(owner, kWeightPerCommitMax, taken, weight);
        commits_.EndTurn(owner);
        taken_.insert(owner);
    } else {
        bool has_room = true;
        while (has_room && !commits_.empty()) {
            const OperatorId owner = commits_.turns().front();
            has_room = TakeTasks(owner, kWeightPerTurn, taken, weight);
            // An operator whose next task did not fit is the first one of the next transaction.
            if (has_room) commits_.EndTurn(owner);
        }
    }
    waiting_weight_ -= weight;
    return taken;
}

bool WorkQueue::TakeTasks(OperatorId owner, std::size_t enough, std::vector<CommitTask>& taken, std::size_t& weight) {
    const std::size_t before = weight;
    while (commits_.SizeOf(owner) > 0 && weight - before < enough) {
        const std::size_t next = commits_.First(owner).weight();
        if (weight != 0 && weight + next > kWeightPerCommitMax) return false;
        taken.push_back(commits_.Pop(owner));
        weight += next;
        const auto own = waiting_weights_.find(owner);
        own->second -= next;
        if (commits_.SizeOf(owner) == 0) waiting_weights_.erase(own);
    }
    return true;
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

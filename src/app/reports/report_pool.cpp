#include "app/reports/report_pool.hpp"

#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {

ReportPool::ReportPool(const ReportPoolLimits& limits) : limits_(limits) {
    for (std::size_t i = 0; i < limits.threads; ++i) threads_.emplace_back([this] { Work(); });
}

Status ReportPool::Submit(OperatorId owner, Task task) {
    const std::lock_guard lock(mutex_);
    if (stopping_) return Fail(ErrorCode::kUnavailable, "the service is stopping");
    const auto own = waiting_.find(owner);
    const bool full = waiting_count_ >= limits_.waiting_max ||
                      (own != waiting_.end() && own->second.size() >= limits_.waiting_per_owner_max);
    if (full) return Fail(ErrorCode::kOverloaded, "too many reports are waiting. Try again later");
    waiting_[owner].push_back({std::move(task), SteadyMicros()});
    ++waiting_count_;
    changed_.notify_one();
    return {};
}

void ReportPool::Stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        waiting_.clear();
        waiting_count_ = 0;
        changed_.notify_all();
    }
    threads_.clear();
}

ReportPool::Waiting ReportPool::TakeNext() {
    auto next = waiting_.upper_bound(last_served_);
    if (next == waiting_.end()) next = waiting_.begin();
    last_served_ = next->first;
    Waiting taken = std::move(next->second.front());
    next->second.pop_front();
    if (next->second.empty()) waiting_.erase(next);
    --waiting_count_;
    return taken;
}

void ReportPool::Work() {
    telemetry::NameThisThread("report");
    telemetry::LowerThreadPriority();
    while (true) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stopping_ || waiting_count_ > 0; });
        if (waiting_count_ == 0) return;
        Waiting next = TakeNext();
        lock.unlock();
        const std::int64_t waited_ms = (SteadyMicros() - next.since_micros) / 1000;
        if (waited_ms < limits_.wait_ms_max) telemetry::RunGuarded("report", next.task);
    }
}

}  // namespace fairlead::app

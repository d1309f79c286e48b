#include "app/reports/report_pool.hpp"

#include <optional>

#include "telemetry/thread_name.hpp"

namespace fairlead::app {

ReportPool::ReportPool(std::size_t threads, std::size_t waiting_max) : waiting_max_(waiting_max) {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

Status ReportPool::Submit(Task task) {
    const std::lock_guard lock(mutex_);
    if (stopping_) return Fail(ErrorCode::kUnavailable, "the service is stopping");
    if (waiting_.size() >= waiting_max_) return Fail(ErrorCode::kOverloaded, "too many reports are waiting; try again");
    waiting_.push_back(std::move(task));
    changed_.notify_one();
    return {};
}

void ReportPool::Stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        changed_.notify_all();
    }
    threads_.clear();
}

void ReportPool::Work() {
    telemetry::NameThisThread("report");
    while (true) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        Task task = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        task();
    }
}

}  // namespace fairlead::app

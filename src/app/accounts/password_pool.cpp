#include "app/accounts/password_pool.hpp"

#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {

PasswordPool::PasswordPool() : thread_([this] { Work(); }) {}

Status PasswordPool::Submit(Task task) {
    const std::lock_guard lock(mutex_);
    if (stopping_ || waiting_.size() >= kWaitingMax) {
        return Fail(ErrorCode::kOverloaded, "too many users are logging in. Try again in a moment");
    }
    waiting_.push_back(std::move(task));
    changed_.notify_one();
    return {};
}

void PasswordPool::Stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        waiting_.clear();
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void PasswordPool::Work() {
    telemetry::NameThisThread("password");
    while (true) {
        Task task;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
            if (stopping_) return;
            task = std::move(waiting_.front());
            waiting_.pop_front();
        }
        telemetry::RunGuarded("password", task);
    }
}

}  // namespace fairlead::app

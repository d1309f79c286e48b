#include "app/accounts/password_pool.hpp"

#include <algorithm>

#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {

PasswordPool::PasswordPool() : thread_([this] { Work(); }) {}

std::string PasswordPool::ClientOf(const IpAddress& address) { return LimitSubject(address).ToString(); }

std::optional<PasswordPool::Task> PasswordPool::Enqueue(const std::string& client, Task task) {
    if (stopping_ || waiting_.SizeOf(client) >= kWaitingOfClientMax) return task;
    std::optional<Task> displaced;
    if (waiting_.size() >= kWaitingMax) {
        const std::string longest =
            *std::ranges::max_element(waiting_.turns(), {}, [this](const auto& each) { return waiting_.SizeOf(each); });
        // If the difference were only one, the two clients would just exchange their numbers of waiting tasks.
        if (waiting_.SizeOf(longest) < waiting_.SizeOf(client) + 2) return task;
        displaced = waiting_.PopLast(longest);
    }
    waiting_.Push(client, std::move(task));
    return displaced;
}

void PasswordPool::Submit(const std::string& client, Task task) {
    std::optional<Task> refused;
    {
        const std::lock_guard lock(mutex_);
        refused = Enqueue(client, std::move(task));
    }
    changed_.notify_one();
    if (refused) (*refused)(Fail(ErrorCode::kOverloaded, "too many users are logging in. Try again in a moment"));
}

void PasswordPool::Stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        waiting_.Clear();
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
            const std::string client = waiting_.turns().front();
            task = waiting_.Pop(client);
            waiting_.EndTurn(client);
        }
        telemetry::RunGuarded("password", [&task] { task({}); });
    }
}

}  // namespace fairlead::app

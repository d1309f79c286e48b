#include "http/server/loop.hpp"

#include <array>
#include <cerrno>
#include <ctime>
#include <ranges>
#include <system_error>

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include "base/time/time.hpp"
#include "http/server/connection.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::http {
namespace {

// The precision of deadlines. One sweep over all connections costs less than a timer for each request.
constexpr std::int64_t kSweepEveryMs = 100;
// Large enough that one system call serves a burst, small enough that a flood does not delay other work.
constexpr std::size_t kEventsAtOnce = 256;

thread_local const Loop* current_loop = nullptr;

std::string HttpDate(std::int64_t second) {
    const std::time_t time = second;
    std::tm parts{};
    gmtime_r(&time, &parts);
    char text[40];
    const std::size_t length = std::strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &parts);
    return {text, length};
}

Descriptor Opened(int number) {
    if (number < 0) throw std::system_error(errno, std::system_category(), "cannot create an event loop");
    return Descriptor(number);
}

}  // namespace

Loop::Loop(std::size_t number)
    : number_(number),
      epoll_(Opened(epoll_create1(EPOLL_CLOEXEC))),
      wake_up_(Opened(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))) {
    epoll_event event{.events = EPOLLIN | EPOLLET, .data = {.ptr = nullptr}};
    if (epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, wake_up_.number(), &event) != 0) {
        throw std::system_error(errno, std::system_category(), "cannot create an event loop");
    }
    Sweep();
}

Loop::~Loop() = default;

bool Loop::IsCurrentThread() const { return current_loop == this; }

std::int64_t Loop::now_ms() const { return SteadyMicros() / 1000; }

void Loop::Post(std::move_only_function<void()> task) {
    bool first = false;
    {
        const std::lock_guard lock(mailbox_mutex_);
        first = mailbox_.empty();
        mailbox_.push_back(std::move(task));
    }
    // Each write triggers its own event, so the counter of the descriptor is never read.
    if (first) eventfd_write(wake_up_.number(), 1);
}

void Loop::RunPosted() {
    std::vector<std::move_only_function<void()>> tasks;
    {
        const std::lock_guard lock(mailbox_mutex_);
        tasks.swap(mailbox_);
    }
    for (auto& task : tasks) telemetry::RunGuarded("http-loop", task);
}

// Tasks that are deferred during this call wait for the next turn. Otherwise two tasks that defer each other would run
// forever.
void Loop::RunDeferred() {
    std::vector<std::move_only_function<void()>> tasks;
    tasks.swap(deferred_);
    for (auto& task : tasks) telemetry::RunGuarded("http-loop", task);
}

void Loop::Run() {
    telemetry::NameThisThread("http-loop");
    current_loop = this;
    while (!finished_) RunTurn();
    current_loop = nullptr;
}

void Loop::RunTurn() {
    std::array<epoll_event, kEventsAtOnce> events;
    const std::int64_t wait_ms = deferred_.empty() ? std::max<std::int64_t>(next_sweep_ms_ - now_ms(), 0) : 0;
    const int count =
        epoll_wait(epoll_.number(), events.data(), static_cast<int>(events.size()), static_cast<int>(wait_ms));
    for (int i = 0; i < count; ++i) {
        const auto& event = events[static_cast<std::size_t>(i)];
        if (event.data.ptr == nullptr) {
            RunPosted();
        } else {
            auto& watcher = *static_cast<Watcher*>(event.data.ptr);
            if (!telemetry::RunGuarded("http-loop", [&] { watcher.OnReady(event.events); })) watcher.OnFailure();
        }
    }
    RunDeferred();
    if (now_ms() >= next_sweep_ms_) telemetry::RunGuarded("http-loop", [this] { Sweep(); });
    removed_.clear();
}

bool Loop::Watch(const Descriptor& descriptor, Watcher& watcher) {
    epoll_event event{.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data = {.ptr = &watcher}};
    return epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, descriptor.number(), &event) == 0;
}

void Loop::Add(std::shared_ptr<Connection> connection) {
    Connection* const key = connection.get();
    connections_.emplace(key, std::move(connection));
}

void Loop::Remove(Connection& connection) {
    const auto found = connections_.find(&connection);
    if (found == connections_.end()) return;
    // Other events of the same turn may still refer to the connection.
    removed_.push_back(std::move(found->second));
    connections_.erase(found);
    FinishIfDrained();
}

std::vector<std::shared_ptr<Connection>> Loop::OpenConnections() const {
    const auto values = std::views::values(connections_);
    return {values.begin(), values.end()};
}

void Loop::Drain(std::int64_t timeout_ms) {
    draining_ = true;
    drained_by_ms_ = now_ms() + timeout_ms;
    for (const auto& connection : OpenConnections()) connection->Drain();
    FinishIfDrained();
}

void Loop::FinishIfDrained() {
    if (draining_ && connections_.empty()) finished_ = true;
}

void Loop::SweepConnections() {
    const std::int64_t now = now_ms();
    if (draining_ && now >= drained_by_ms_) {
        telemetry::LogWarn("some requests did not finish before the drain timeout");
        for (const auto& connection : OpenConnections()) connection->Close();
        return;
    }
    // OnDeadline may close the connection, which changes the map.
    std::vector<std::shared_ptr<Connection>> late;
    for (const auto& [key, connection] : connections_) {
        if (connection->deadline_ms() <= now) late.push_back(connection);
    }
    for (const auto& connection : late) connection->OnDeadline();
}

void Loop::Sweep() {
    const std::int64_t second = Now().micros / kMicrosPerSecond;
    if (second != date_second_) {
        date_second_ = second;
        date_ = HttpDate(second);
    }
    next_sweep_ms_ = now_ms() + kSweepEveryMs;
    SweepConnections();
    for (const auto& task : sweep_tasks_) telemetry::RunGuarded("http-loop", task);
}

}  // namespace fairlead::http

#include "http/loop.hpp"

#include <ctime>

#include <boost/asio/post.hpp>

#include "base/time.hpp"
#include "http/connection.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::http {
namespace {

// How exact a deadline is. One sweep over all connections costs less than a timer for each request.
constexpr auto kSweepEvery = std::chrono::milliseconds(100);

thread_local const Loop* current_loop = nullptr;

std::string HttpDate(std::int64_t second) {
    const std::time_t time = second;
    std::tm parts{};
    gmtime_r(&time, &parts);
    char text[40];
    const std::size_t length = std::strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &parts);
    return {text, length};
}

}  // namespace

Loop::Loop(std::size_t number) : number_(number) { Sweep(); }

bool Loop::IsCurrentThread() const { return current_loop == this; }

std::int64_t Loop::now_ms() const { return SteadyMicros() / 1000; }

void Loop::Post(std::move_only_function<void()> task) {
    bool first = false;
    {
        const std::lock_guard lock(mailbox_mutex_);
        first = mailbox_.empty();
        mailbox_.push_back(std::move(task));
    }
    if (first) boost::asio::post(context_, [this] { RunPosted(); });
}

void Loop::RunPosted() {
    std::vector<std::move_only_function<void()>> tasks;
    {
        const std::lock_guard lock(mailbox_mutex_);
        tasks.swap(mailbox_);
    }
    for (auto& task : tasks) task();
}

void Loop::Run() {
    telemetry::NameThisThread("http-loop");
    current_loop = this;
    context_.run();
    current_loop = nullptr;
}

void Loop::Add(Connection& connection) { connections_.insert(&connection); }

void Loop::Remove(Connection& connection) {
    connections_.erase(&connection);
    FinishIfDrained();
}

void Loop::Drain() {
    draining_ = true;
    const std::vector<Connection*> all(connections_.begin(), connections_.end());
    for (Connection* connection : all) connection->Drain();
    FinishIfDrained();
}

void Loop::CloseAll() {
    const std::vector<Connection*> all(connections_.begin(), connections_.end());
    for (Connection* connection : all) connection->Close();
}

void Loop::FinishIfDrained() {
    if (draining_ && connections_.empty()) context_.stop();
}

void Loop::Sweep() {
    const std::int64_t second = Now().micros / kMicrosPerSecond;
    if (second != date_second_) {
        date_second_ = second;
        date_ = HttpDate(second);
    }
    const std::int64_t now = now_ms();
    // A deadline may close its connection and with it change the set.
    std::vector<Connection*> late;
    for (Connection* connection : connections_) {
        if (connection->deadline_ms() <= now) late.push_back(connection);
    }
    for (Connection* connection : late) connection->OnDeadline();
    for (const auto& task : sweep_tasks_) task();
    ScheduleSweep();
}

void Loop::ScheduleSweep() {
    sweep_timer_.expires_after(kSweepEvery);
    sweep_timer_.async_wait([this](const boost::system::error_code& error) {
        if (!error) Sweep();
    });
}

}  // namespace fairlead::http

#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace fairlead::http {

class Connection;

// More loops than this no server has.
inline constexpr std::size_t kLoopsMax = 256;

// One thread's event loop: its connections, their deadlines, and a mailbox for answers from other threads. All but Post
// belongs to the loop's thread.
class Loop {
public:
    explicit Loop(std::size_t number = 0);

    // Among the loops of its server, from 0.
    std::size_t number() const { return number_; }
    boost::asio::io_context& context() { return context_; }

    // Runs `task` on the loop's thread, soon. From any thread. What comes in one burst wakes the loop once.
    void Post(std::move_only_function<void()> task);

    bool IsCurrentThread() const;
    void Run();

    void Add(Connection& connection);
    void Remove(Connection& connection);

    // Lets every connection finish what it is at and close; Run returns when the last one has.
    void Drain();
    // Closes whatever is left.
    void CloseAll();

    // Called on every sweep, about ten times a second.
    void OnSweep(std::function<void()> task) { sweep_tasks_.push_back(std::move(task)); }

    // For the Date header, renewed every second.
    const std::string& date() const { return date_; }
    std::int64_t now_ms() const;

private:
    void RunPosted();
    void ScheduleSweep();
    void Sweep();
    void FinishIfDrained();

    const std::size_t number_;
    // Sockets and timers are the loop's thread's alone, so the reactor needs no locks; tasks may come from other
    // threads.
    boost::asio::io_context context_{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO};
    boost::asio::steady_timer sweep_timer_{context_};
    std::unordered_set<Connection*> connections_;
    std::vector<std::function<void()>> sweep_tasks_;
    std::string date_;
    std::int64_t date_second_ = 0;
    bool draining_ = false;

    std::mutex mailbox_mutex_;
    std::vector<std::move_only_function<void()>> mailbox_;
};

}  // namespace fairlead::http

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "http/server/descriptor.hpp"

namespace fairlead::http {

class Connection;

// The largest number of loops of a server.
inline constexpr std::size_t kLoopsMax = 256;

// Receives the events of a descriptor that a loop watches.
class Watcher {
public:
    // `events` are those of epoll(7): the descriptor has become readable or writable, or its peer has closed. Events
    // are edge-triggered: the watcher must read or write until the descriptor blocks, or remember to continue later.
    virtual void OnReady(std::uint32_t events) = 0;
    // Called after OnReady has thrown.
    virtual void OnFailure() {}

protected:
    ~Watcher() = default;
};

// The event loop of one thread: its connections, their deadlines, and a mailbox for answers from other threads. Only
// Post may be called from other threads.
class Loop {
public:
    explicit Loop(std::size_t number = 0);
    ~Loop();
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    // The index of the loop in its server.
    std::size_t number() const { return number_; }

    // Runs `task` soon on the loop's thread. May be called from any thread. Several tasks posted together wake the loop
    // once.
    void Post(std::move_only_function<void()> task);
    // Runs `task` after all events that are ready now.
    void Defer(std::move_only_function<void()> task) { deferred_.push_back(std::move(task)); }

    bool IsCurrentThread() const;
    void Run();

    // Watches the descriptor until it is closed. The watcher must live until the end of the loop's turn in which that
    // happens. Returns false if the system refuses.
    bool Watch(const Descriptor& descriptor, Watcher& watcher);

    // The loop keeps a connection until the end of the turn in which it is removed.
    void Add(std::shared_ptr<Connection> connection);
    void Remove(Connection& connection);

    // Lets every connection finish its request, then closes it. Connections that are still open after the timeout are
    // closed at once. Run returns when all connections are closed.
    void Drain(std::int64_t timeout_ms);

    // Called on every sweep, about ten times a second.
    void OnSweep(std::function<void()> task) { sweep_tasks_.push_back(std::move(task)); }

    // The value of the Date header, updated every second.
    const std::string& date() const { return date_; }
    std::int64_t now_ms() const;

private:
    void RunTurn();
    void RunPosted();
    void RunDeferred();
    void Sweep();
    void SweepConnections();
    void FinishIfDrained();
    std::vector<std::shared_ptr<Connection>> OpenConnections() const;

    const std::size_t number_;
    Descriptor epoll_;
    Descriptor wake_up_;
    std::unordered_map<Connection*, std::shared_ptr<Connection>> connections_;
    std::vector<std::shared_ptr<Connection>> removed_;  // In this turn.
    std::vector<std::move_only_function<void()>> deferred_;
    std::vector<std::function<void()>> sweep_tasks_;
    std::int64_t next_sweep_ms_ = 0;
    std::int64_t drained_by_ms_ = 0;
    std::string date_;
    std::int64_t date_second_ = 0;
    bool draining_ = false;
    bool finished_ = false;

    std::mutex mailbox_mutex_;
    std::vector<std::move_only_function<void()>> mailbox_;
};

}  // namespace fairlead::http

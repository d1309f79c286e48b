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

// More loops than this no server has.
inline constexpr std::size_t kLoopsMax = 256;

// Whoever is told about a descriptor that a loop watches.
class Watcher {
public:
    // `events` are those of epoll(7): the descriptor has become readable or writable, or its peer has gone. It is told
    // once each time, so whoever is told reads or writes until there is no more, or remembers.
    virtual void OnReady(std::uint32_t events) = 0;

protected:
    ~Watcher() = default;
};

// One thread's event loop: its connections, their deadlines, and a mailbox for answers from other threads. All but Post
// belongs to the loop's thread.
class Loop {
public:
    explicit Loop(std::size_t number = 0);
    ~Loop();
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    // Among the loops of its server, from 0.
    std::size_t number() const { return number_; }

    // Runs `task` on the loop's thread, soon. From any thread. What comes in one burst wakes the loop once.
    void Post(std::move_only_function<void()> task);
    // Runs `task` behind everything that is ready now.
    void Defer(std::move_only_function<void()> task) { deferred_.push_back(std::move(task)); }

    bool IsCurrentThread() const;
    void Run();

    // Until the descriptor is closed. The watcher must outlive the turn of the loop in which that happens. False when
    // the system refuses.
    bool Watch(const Descriptor& descriptor, Watcher& watcher);

    // A connection lives at least until it is removed, and then to the end of the loop's turn.
    void Add(std::shared_ptr<Connection> connection);
    void Remove(Connection& connection);

    // Lets every connection finish what it is at and close, and closes those that take longer than this; Run returns
    // when the last one has.
    void Drain(std::int64_t timeout_ms);

    // Called on every sweep, about ten times a second.
    void OnSweep(std::function<void()> task) { sweep_tasks_.push_back(std::move(task)); }

    // For the Date header, renewed every second.
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

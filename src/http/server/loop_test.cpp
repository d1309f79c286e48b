#include "http/server/loop.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <sys/socket.h>

namespace fairlead::http {
namespace {

// Counts the events, and ends the loop after a given number of them.
class CountingWatcher final : public Watcher {
public:
    CountingWatcher(Loop& loop, int enough) : loop_(loop), enough_(enough) {}

    void OnReady(std::uint32_t events) override {
        if ((events & EPOLLIN) == 0) return;
        if (++seen_ == enough_) loop_.Drain(0);
    }
    int seen() const { return seen_; }

private:
    Loop& loop_;
    const int enough_;
    int seen_ = 0;
};

std::pair<Descriptor, Descriptor> SocketPair() {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

TEST(Loop, RunsPostedTasksInOrderOnItsThread) {
    Loop loop;
    std::vector<int> ran;
    std::thread other([&] {
        for (int i = 0; i < 100; ++i) {
            loop.Post([&, i] {
                EXPECT_TRUE(loop.IsCurrentThread());
                ran.push_back(i);
            });
        }
        loop.Post([&] { loop.Drain(0); });
    });
    loop.Run();
    other.join();
    ASSERT_EQ(ran.size(), 100U);
    EXPECT_TRUE(std::ranges::is_sorted(ran));
    EXPECT_FALSE(loop.IsCurrentThread());
}

TEST(Loop, RunsDeferredTasksAfterReadyEvents) {
    Loop loop;
    std::string order;
    loop.Post([&] {
        loop.Defer([&] {
            order += "deferred ";
            loop.Defer([&] {
                order += "again";
                loop.Drain(0);
            });
        });
        order += "first ";
    });
    loop.Post([&] { order += "second "; });
    loop.Run();
    EXPECT_EQ(order, "first second deferred again");
}

TEST(Loop, ReportsEveryArrivalOnce) {
    Loop loop;
    auto [ours, theirs] = SocketPair();
    CountingWatcher watcher(loop, 2);
    ASSERT_TRUE(loop.Watch(ours, watcher));
    loop.Post([&] {
        EXPECT_EQ(send(theirs.number(), "a", 1, 0), 1);
        // If the loop reported the first arrival more than once, it would do so before the next sweep.
        loop.OnSweep([&] {
            if (watcher.seen() == 1) {
                EXPECT_EQ(send(theirs.number(), "b", 1, 0), 1);
            }
        });
    });
    loop.Run();
    EXPECT_EQ(watcher.seen(), 2);
}

TEST(Loop, AnExceptionEndsOnlyItsTask) {
    Loop loop;
    std::string ran;
    loop.Post([] { throw std::runtime_error("a bug"); });
    loop.Post([&] {
        ran += "posted ";
        loop.Defer([] { throw std::runtime_error("a bug"); });
        loop.Defer([&] { ran += "deferred "; });
        loop.OnSweep([] { throw std::runtime_error("a bug"); });
        loop.OnSweep([&] {
            ran += "swept";
            loop.Drain(0);
        });
    });
    loop.Run();
    EXPECT_EQ(ran, "posted deferred swept");
}

// Throws at its first event.
class BrokenWatcher final : public Watcher {
public:
    explicit BrokenWatcher(Loop& loop) : loop_(loop) {}
    void OnReady(std::uint32_t) override { throw std::runtime_error("a bug"); }
    void OnFailure() override { loop_.Drain(0); }

private:
    Loop& loop_;
};

TEST(Loop, AWatcherLearnsThatItHasThrown) {
    Loop loop;
    auto [ours, theirs] = SocketPair();
    BrokenWatcher watcher(loop);
    ASSERT_TRUE(loop.Watch(ours, watcher));
    loop.Run();
}

TEST(Loop, DoesNotWatchAClosedDescriptor) {
    Loop loop;
    CountingWatcher watcher(loop, 1);
    Descriptor closed;
    EXPECT_FALSE(loop.Watch(closed, watcher));
}

}  // namespace
}  // namespace fairlead::http

#include "http/server/loop.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <sys/socket.h>

namespace fairlead::http {
namespace {

// Counts what it is told, and asks the loop to end after so many times.
class CountingWatcher final : public Watcher {
public:
    CountingWatcher(Loop& loop, int enough) : loop_(loop), enough_(enough) {}

    void OnReady(std::uint32_t events) override {
        if ((events & EPOLLIN) == 0) return;
        if (++told_ == enough_) loop_.Drain(0);
    }
    int told() const { return told_; }

private:
    Loop& loop_;
    const int enough_;
    int told_ = 0;
};

std::pair<Descriptor, Descriptor> SocketPair() {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

TEST(Loop, RunsOnItsOwnThreadWhatOthersPostInTheirOrder) {
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

TEST(Loop, RunsWhatIsDeferredBehindWhatIsReady) {
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

TEST(Loop, TellsOfEveryArrivalOnce) {
    Loop loop;
    auto [ours, theirs] = SocketPair();
    CountingWatcher watcher(loop, 2);
    ASSERT_TRUE(loop.Watch(ours, watcher));
    loop.Post([&] {
        EXPECT_EQ(send(theirs.number(), "a", 1, 0), 1);
        // By the next sweep the first arrival would have been told again and again, if it were told more than once.
        loop.OnSweep([&] {
            if (watcher.told() == 1) {
                EXPECT_EQ(send(theirs.number(), "b", 1, 0), 1);
            }
        });
    });
    loop.Run();
    EXPECT_EQ(watcher.told(), 2);
}

TEST(Loop, DoesNotWatchWhatIsClosed) {
    Loop loop;
    CountingWatcher watcher(loop, 1);
    Descriptor closed;
    EXPECT_FALSE(loop.Watch(closed, watcher));
}

}  // namespace
}  // namespace fairlead::http

#include "app/accounts/password_pool.hpp"

#include <future>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

// A pool whose thread waits, so that tests decide what waits for it.
class HeldPool {
public:
    HeldPool() {
        pool_.Submit("the first", [this](const Status&) {
            started_.set_value();
            released_.get_future().wait();
        });
        started_.get_future().wait();
    }
    ~HeldPool() { Release(); }

    void Submit(const std::string& client, const std::string& name) {
        pool_.Submit(client, [this, name](const Status& turn) { (turn ? ran_ : refused_).push_back(name); });
    }
    // What ran, in order.
    const std::vector<std::string>& Finish() {
        Release();
        // In each round, every other client gets a turn before this one. After this number of rounds, no other task
        // waits.
        for (std::size_t i = 0; i <= PasswordPool::kWaitingOfClientMax; ++i) {
            std::promise<void> ran;
            pool_.Submit("the last", [&ran](const Status&) { ran.set_value(); });
            ran.get_future().wait();
        }
        return ran_;
    }
    const std::vector<std::string>& refused() const { return refused_; }

private:
    void Release() {
        if (!std::exchange(is_released_, true)) released_.set_value();
    }

    bool is_released_ = false;
    std::promise<void> started_;
    std::promise<void> released_;
    std::vector<std::string> ran_;      // Written by the thread of the pool.
    std::vector<std::string> refused_;  // Written by the thread of the test.
    PasswordPool pool_;
};

TEST(PasswordPool, AnExceptionEndsOnlyItsTask) {
    PasswordPool pool;
    pool.Submit("one", [](const Status&) { throw std::runtime_error("a bug"); });
    std::promise<bool> ran;
    pool.Submit("one", [&](const Status& turn) { ran.set_value(turn.has_value()); });
    EXPECT_TRUE(ran.get_future().get());
    pool.Stop();
}

TEST(PasswordPool, ClientsTakeTurns) {
    HeldPool pool;
    for (const char* name : {"flood 1", "flood 2", "flood 3"}) pool.Submit("flood", name);
    pool.Submit("one", "one 1");
    pool.Submit("two", "two 1");
    pool.Submit("one", "one 2");
    EXPECT_EQ(pool.Finish(), (std::vector<std::string>{"flood 1", "one 1", "two 1", "flood 2", "one 2", "flood 3"}));
    EXPECT_TRUE(pool.refused().empty());
}

TEST(PasswordPool, AClientHasAFewTasksWaiting) {
    HeldPool pool;
    for (std::size_t i = 0; i < PasswordPool::kWaitingOfClientMax; ++i) pool.Submit("flood", "within");
    pool.Submit("flood", "one more");
    pool.Submit("one", "of another client");
    EXPECT_EQ(pool.refused(), std::vector<std::string>{"one more"});
    EXPECT_EQ(pool.Finish().size(), PasswordPool::kWaitingOfClientMax + 1);
}

TEST(PasswordPool, AFullQueueRefusesTheClientWithTheMostWaiting) {
    HeldPool pool;
    pool.Submit("flood", "flood 1");
    pool.Submit("flood", "flood 2");
    for (std::size_t i = 2; i < PasswordPool::kWaitingMax; ++i) pool.Submit(std::to_string(i), "other");
    pool.Submit("newcomer", "newcomer");
    EXPECT_EQ(pool.refused(), std::vector<std::string>{"flood 2"});
    // Now every client has one task, and nobody has more than the next newcomer would have.
    pool.Submit("another", "another");
    EXPECT_EQ(pool.refused(), (std::vector<std::string>{"flood 2", "another"}));
}

TEST(PasswordPool, ANetworkOfIpv6IsOneClient) {
    const auto client = [](const char* text) { return PasswordPool::ClientOf(*IpAddress::Parse(text)); };
    EXPECT_EQ(client("2001:db8:0:1::1"), client("2001:db8:0:1:ffff::2"));
    EXPECT_NE(client("2001:db8:0:1::1"), client("2001:db8:0:2::1"));
    EXPECT_NE(client("192.0.2.1"), client("192.0.2.2"));
}

}  // namespace
}  // namespace fairlead::app

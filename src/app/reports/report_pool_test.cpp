#include "app/reports/report_pool.hpp"

#include <future>
#include <semaphore>
#include <thread>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

// One thread that is blocked until Release, so that submitted reports wait.
class ReportPoolTest : public testing::Test {
protected:
    explicit ReportPoolTest(const ReportPoolLimits& limits = {.threads = 1,
                                                              .waiting_max = 5,
                                                              .waiting_per_owner_max = 3})
        : pool_(limits) {
        std::promise<void> running;
        EXPECT_TRUE(pool_.Submit(first_, [&] {
            running.set_value();
            released_.get_future().wait();
        }));
        running.get_future().wait();
    }
    ~ReportPoolTest() override { Release(); }

    Status Submit(OperatorId owner, char name) {
        return pool_.Submit(owner, [this, name] {
            ran_ += name;
            done_.release();
        });
    }
    void Release() {
        if (!std::exchange(is_released_, true)) released_.set_value();
    }
    bool IsStopping() {
        const Status submitted = pool_.Submit(first_, [] {});
        return !submitted && submitted.error().code == ErrorCode::kUnavailable;
    }
    // The reports that have run, after waiting for this number of them.
    std::string Ran(std::size_t count) {
        Release();
        for (; count > 0; --count) done_.acquire();
        pool_.Stop();
        return ran_;
    }

    OperatorId first_ = OperatorId::New();
    OperatorId second_ = OperatorId::New();
    std::promise<void> released_;
    bool is_released_ = false;
    std::counting_semaphore<> done_{0};
    std::string ran_;
    ReportPool pool_;
};

TEST_F(ReportPoolTest, OperatorsTakeTurns) {
    for (const char name : {'a', 'b', 'c'}) EXPECT_TRUE(Submit(first_, name));
    EXPECT_TRUE(Submit(second_, 'x'));
    EXPECT_EQ(Ran(4), "xabc");
}

TEST_F(ReportPoolTest, AnExceptionEndsOnlyItsReport) {
    EXPECT_TRUE(Submit(first_, 'a'));
    EXPECT_TRUE(pool_.Submit(first_, [] { throw std::runtime_error("a bug"); }));
    EXPECT_TRUE(Submit(first_, 'b'));
    EXPECT_EQ(Ran(2), "ab");
}

TEST_F(ReportPoolTest, OneOperatorCannotFillTheQueue) {
    for (const char name : {'a', 'b', 'c'}) EXPECT_TRUE(Submit(first_, name));
    EXPECT_EQ(Submit(first_, 'd').error().code, ErrorCode::kOverloaded);
    EXPECT_TRUE(Submit(second_, 'x'));
    EXPECT_TRUE(Submit(second_, 'y'));
    EXPECT_EQ(Submit(second_, 'z').error().code, ErrorCode::kOverloaded);
    EXPECT_EQ(Ran(5), "xaybc");
}

TEST_F(ReportPoolTest, WaitingReportsAreDroppedAtTheStop) {
    EXPECT_TRUE(Submit(second_, 'x'));
    std::thread release([this] {
        while (!IsStopping()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        Release();
    });
    pool_.Stop();
    release.join();
    EXPECT_EQ(ran_, "");
}

class ReportPoolWithoutPatience : public ReportPoolTest {
protected:
    // The first report must begin within this time, also on a slow machine.
    ReportPoolWithoutPatience() : ReportPoolTest({.threads = 1, .wait_ms_max = 3000}) {}
};

TEST_F(ReportPoolWithoutPatience, AReportWhoseClientHasBeenAnsweredIsNotRun) {
    EXPECT_TRUE(Submit(second_, 'x'));
    std::this_thread::sleep_for(std::chrono::milliseconds(3100));
    EXPECT_EQ(Ran(0), "");
}

}  // namespace
}  // namespace fairlead::app

#include "app/access/rate_limiter.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <thread>

#include <gtest/gtest.h>

#include "base/time/time.hpp"

namespace fairlead::app {
namespace {

constexpr std::int64_t kMinute = 60'000'000;

RateSubject Subject(std::int64_t limit) { return {OperatorId::New(), ApiKeyId::New(), limit}; }

// Grants shares like the ledger: an eighth of the rest of the window's limit, at least one.
class Grants {
public:
    RateGrant Take(std::int64_t limit) {
        const std::lock_guard lock(mutex_);
        const std::int64_t left = std::max<std::int64_t>(limit - used_, 0);
        const std::int64_t granted = std::min(left, std::max<std::int64_t>(left / 8, 1));
        used_ += granted;
        return {granted, left - granted, window_left_micros_};
    }
    void BeginWindow(std::int64_t window_left_micros) {
        const std::lock_guard lock(mutex_);
        used_ = 0;
        window_left_micros_ = window_left_micros;
    }

private:
    std::mutex mutex_;
    std::int64_t used_ = 0;
    std::int64_t window_left_micros_ = kMinute;
};

// Answers when the test calls AnswerNext, on the test's thread.
class HeldAuthority : public RateAuthority {
public:
    void RequestGrant(const RateGrantRequest& request, RateGrantDone done) override {
        waiting.emplace_back(request, std::move(done));
    }
    void AnswerNext(Result<RateGrant> grant) {
        auto [request, done] = std::move(waiting.front());
        waiting.pop_front();
        done(std::move(grant));
    }
    void GrantNext() { AnswerNext(grants.Take(waiting.front().first.limit)); }

    Grants grants;
    std::deque<std::pair<RateGrantRequest, RateGrantDone>> waiting;
};

// Answers on its own thread, like the ledger.
class ThreadedAuthority : public RateAuthority {
public:
    ThreadedAuthority() : thread_([this] { Run(); }) {}
    ~ThreadedAuthority() override {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    void RequestGrant(const RateGrantRequest& request, RateGrantDone done) override {
        const std::lock_guard lock(mutex_);
        waiting_.emplace_back(request, std::move(done));
        changed_.notify_one();
    }

private:
    void Run() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            auto [request, done] = std::move(waiting_.front());
            waiting_.pop_front();
            lock.unlock();
            done(grants_.Take(request.limit));
            lock.lock();
        }
    }

    Grants grants_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopping_ = false;
    std::deque<std::pair<RateGrantRequest, RateGrantDone>> waiting_;
    std::thread thread_;
};

// Sends many requests on many threads at once. The destructor waits until every request is decided.
class Crowd {
public:
    ~Crowd() { Join(); }

    void Send(RateLimiter& limiter, const RateSubject& subject, int threads, int requests_each) {
        for (int i = 0; i < threads; ++i) {
            threads_.emplace_back([this, &limiter, subject, requests_each] {
                for (int n = 0; n < requests_each; ++n) SendOne(limiter, subject);
            });
        }
    }
    void Join() {
        for (auto& thread : threads_) thread.join();
        threads_.clear();
        while (decided_ != sent_) std::this_thread::yield();
    }
    int allowed() const { return allowed_; }

private:
    void SendOne(RateLimiter& limiter, const RateSubject& subject) {
        ++sent_;
        if (const auto decision = limiter.Take(subject, SteadyMicros())) return Count(*decision);
        limiter.TakeLater(subject, [this](Result<access::RateDecision> decision) { Count(decision.value()); });
    }
    void Count(const access::RateDecision& decision) {
        if (decision.allowed) ++allowed_;
        ++decided_;
    }

    std::atomic<int> sent_ = 0;
    std::atomic<int> allowed_ = 0;
    std::atomic<int> decided_ = 0;
    std::vector<std::thread> threads_;
};

TEST(RateLimiter, ExactlyTheLimitPassesUnderManyThreads) {
    RateLimiter limiter(nullptr, 1);
    Crowd crowd;
    crowd.Send(limiter, Subject(1000), 8, 500);
    crowd.Join();
    EXPECT_EQ(crowd.allowed(), 1000);
}

TEST(RateLimiter, EveryKeyHasItsOwnLimit) {
    RateLimiter limiter(nullptr, 1);
    const RateSubject one = Subject(1);
    const RateSubject other = Subject(2);
    EXPECT_TRUE(limiter.Take(one, 0)->allowed);
    EXPECT_FALSE(limiter.Take(one, 0)->allowed);
    EXPECT_TRUE(limiter.Take(other, 0)->allowed);
    EXPECT_EQ(limiter.Take(other, 0)->remaining, 0);
    EXPECT_TRUE(limiter.Take(one, kMinute)->allowed);
}

TEST(RateLimiter, RequestsWithoutAKeyAreLimitedByAddress) {
    RateLimiter limiter(nullptr, 2);
    const auto take = [&](std::string_view address) {
        return limiter.TakeAnonymous(IpAddress::Parse(address).value(), 0);
    };
    EXPECT_EQ(take("192.0.2.1").remaining, 1);
    EXPECT_EQ(take("::ffff:192.0.2.1").remaining, 0);
    EXPECT_FALSE(take("192.0.2.1").allowed);
    EXPECT_EQ(take("192.0.2.2").remaining, 1);
}

TEST(RateLimiter, ANetworkOf64BitsIsOneIpv6Client) {
    RateLimiter limiter(nullptr, 2);
    const auto take = [&](std::string_view address) {
        return limiter.TakeAnonymous(IpAddress::Parse(address).value(), 0);
    };
    EXPECT_TRUE(take("2001:db8:0:1::1").allowed);
    EXPECT_TRUE(take("2001:db8:0:1:ffff:ffff:ffff:ffff").allowed);
    EXPECT_FALSE(take("2001:db8:0:1::2").allowed);
    EXPECT_TRUE(take("2001:db8:0:2::1").allowed);
}

TEST(RateLimiter, AddressesAboveTheBoundShareOneWindow) {
    constexpr std::uint32_t kRemembered = 100'000;
    RateLimiter limiter(nullptr, 1);
    const auto take = [&](std::uint32_t number, std::int64_t now) {
        IpAddress address = IpAddress::Parse("10.0.0.0").value();
        for (std::size_t i = 0; i < 3; ++i) address.bytes[15 - i] = static_cast<std::uint8_t>(number >> (8 * i));
        return limiter.TakeAnonymous(address, now).allowed;
    };
    for (std::uint32_t i = 0; i < kRemembered; ++i) ASSERT_TRUE(take(i, 0));
    EXPECT_TRUE(take(kRemembered, 1));
    EXPECT_FALSE(take(kRemembered + 1, 1));
    EXPECT_FALSE(take(0, 1));
    // Windows that have ended make room.
    EXPECT_TRUE(take(kRemembered + 1, kMinute + 1));
    EXPECT_TRUE(take(kRemembered + 2, kMinute + 1));
}

TEST(SharedRateLimiter, NothingIsDecidedBeforeTheLedgerHasGrantedAShare) {
    HeldAuthority authority;
    RateLimiter limiter(&authority, 1);
    const RateSubject subject = Subject(80);
    EXPECT_FALSE(limiter.Take(subject, SteadyMicros()).has_value());
    std::optional<access::RateDecision> decision;
    limiter.TakeLater(subject, [&](auto result) { decision = result.value(); });
    EXPECT_FALSE(decision.has_value());
    ASSERT_EQ(authority.waiting.size(), 1U);
    EXPECT_EQ(authority.waiting.front().first.key, subject.key);
    EXPECT_EQ(authority.waiting.front().first.owner, subject.owner);
    EXPECT_EQ(authority.waiting.front().first.limit, 80);
    authority.GrantNext();
    ASSERT_TRUE(decision.has_value());
    EXPECT_TRUE(decision->allowed);
    EXPECT_EQ(decision->limit, 80);
    EXPECT_EQ(decision->remaining, 79);
    EXPECT_EQ(decision->reset_seconds, 60);
}

TEST(SharedRateLimiter, AShareIsHandedOutWithoutAskingAgain) {
    HeldAuthority authority;
    RateLimiter limiter(&authority, 1);
    const RateSubject subject = Subject(80);
    limiter.TakeLater(subject, [](auto) {});
    authority.GrantNext();
    // The share is an eighth of 80, that is 10. One of them is used.
    for (int left = 9; left > 0; --left) EXPECT_TRUE(limiter.Take(subject, SteadyMicros())->allowed) << left;
    EXPECT_FALSE(limiter.Take(subject, SteadyMicros()).has_value());
    EXPECT_TRUE(authority.waiting.empty());
}

TEST(SharedRateLimiter, WaitingRequestsShareOneGrant) {
    HeldAuthority authority;
    RateLimiter limiter(&authority, 1);
    const RateSubject subject = Subject(3);
    int allowed = 0;
    int refused = 0;
    for (int i = 0; i < 5; ++i)
        limiter.TakeLater(subject, [&](auto result) { ++(result.value().allowed ? allowed : refused); });
    EXPECT_EQ(authority.waiting.size(), 1U);
    while (!authority.waiting.empty()) authority.GrantNext();
    EXPECT_EQ(allowed, 3);
    EXPECT_EQ(refused, 2);
}

TEST(SharedRateLimiter, ALimitThatIsUsedUpIsRefusedWithoutAsking) {
    HeldAuthority authority;
    RateLimiter limiter(&authority, 1);
    const RateSubject subject = Subject(1);
    limiter.TakeLater(subject, [](auto) {});
    authority.GrantNext();
    const auto decision = limiter.Take(subject, SteadyMicros());
    ASSERT_TRUE(decision.has_value());
    EXPECT_FALSE(decision->allowed);
    EXPECT_EQ(decision->remaining, 0);
    EXPECT_TRUE(authority.waiting.empty());
}

TEST(SharedRateLimiter, AShareEndsWithItsWindow) {
    HeldAuthority authority;
    RateLimiter limiter(&authority, 1);
    const RateSubject subject = Subject(80);
    limiter.TakeLater(subject, [](auto) {});
    authority.GrantNext();
    EXPECT_TRUE(limiter.Take(subject, SteadyMicros()).has_value());
    EXPECT_FALSE(limiter.Take(subject, SteadyMicros() + kMinute).has_value());
}

TEST(SharedRateLimiter, AGrantThatArrivesAfterItsWindowIsAskedForAgain) {
    HeldAuthority authority;
    RateLimiter limiter(&authority, 1);
    const RateSubject subject = Subject(80);
    std::optional<access::RateDecision> decision;
    limiter.TakeLater(subject, [&](auto result) { decision = result.value(); });
    authority.AnswerNext(RateGrant{.granted = 10, .left_for_others = 70, .window_left_micros = 0});
    EXPECT_FALSE(decision.has_value());
    ASSERT_EQ(authority.waiting.size(), 1U);
    authority.GrantNext();
    ASSERT_TRUE(decision.has_value());
    EXPECT_TRUE(decision->allowed);
}

TEST(SharedRateLimiter, AShareThatArrivedInTheMeantimeIsUsedAndNotReplaced) {
    HeldAuthority authority;
    RateLimiter limiter(&authority, 1);
    const RateSubject subject = Subject(80);
    // Two requests find no share. The second one continues only after the first one was granted a share.
    EXPECT_FALSE(limiter.Take(subject, SteadyMicros()).has_value());
    EXPECT_FALSE(limiter.Take(subject, SteadyMicros()).has_value());
    limiter.TakeLater(subject, [](auto) {});
    authority.GrantNext();
    std::optional<access::RateDecision> decision;
    limiter.TakeLater(subject, [&](auto result) { decision = result.value(); });
    EXPECT_TRUE(authority.waiting.empty());
    ASSERT_TRUE(decision.has_value());
    EXPECT_EQ(decision->remaining, 78);
}

TEST(SharedRateLimiter, AFailureOfTheLedgerIsAnErrorOnlyForTheRequestsThatWait) {
    HeldAuthority authority;
    RateLimiter limiter(&authority, 1);
    const RateSubject subject = Subject(80);
    std::vector<ErrorCode> failures;
    for (int i = 0; i < 3; ++i)
        limiter.TakeLater(subject, [&](auto result) { failures.push_back(result.error().code); });
    authority.AnswerNext(Fail(ErrorCode::kLedgerFailed, "the record could not be read"));
    EXPECT_EQ(failures, std::vector(3, ErrorCode::kLedgerFailed));
    EXPECT_TRUE(authority.waiting.empty());

    EXPECT_FALSE(limiter.Take(subject, SteadyMicros()).has_value());
    std::optional<access::RateDecision> decision;
    limiter.TakeLater(subject, [&](auto result) { decision = result.value(); });
    authority.GrantNext();
    ASSERT_TRUE(decision.has_value());
    EXPECT_EQ(decision->remaining, 79);
}

TEST(SharedRateLimiter, TwoNodesTogetherPassExactlyTheLimit) {
    for (const int limit : {1, 7, 100, 1000}) {
        ThreadedAuthority authority;
        RateLimiter node(&authority, 1);
        RateLimiter other(&authority, 1);
        const RateSubject subject = Subject(limit);
        Crowd crowd;
        crowd.Send(node, subject, 3, 500);
        crowd.Send(other, subject, 3, 500);
        crowd.Join();
        EXPECT_EQ(crowd.allowed(), limit);
    }
}

TEST(SharedRateLimiter, ANodeThatStopsAskingLeavesTheRestToTheOthers) {
    HeldAuthority authority;
    RateLimiter quiet(&authority, 1);
    RateLimiter busy(&authority, 1);
    const RateSubject subject = Subject(1000);
    quiet.TakeLater(subject, [](auto) {});
    authority.GrantNext();
    int passed = 1;
    for (int i = 0; i < 1000; ++i) {
        const auto count = [&](auto result) { passed += result.value().allowed ? 1 : 0; };
        if (const auto decision = busy.Take(subject, SteadyMicros())) {
            passed += decision->allowed ? 1 : 0;
        } else {
            busy.TakeLater(subject, count);
            authority.GrantNext();
        }
    }
    // The quiet node holds an eighth and has used one request of it.
    EXPECT_EQ(passed, 1000 - 124);
}

}  // namespace
}  // namespace fairlead::app

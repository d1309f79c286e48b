#include "app/clock/confirm_clock.hpp"

#include <gtest/gtest.h>

#include "app/catalogue/empty_store_test.hpp"

namespace fairlead::app {
namespace {

constexpr std::int64_t kHour = 3'600 * kMicrosPerSecond;
constexpr Timestamp kStart{1'794'900'000'000'000};

// Keeps the entry until the test answers.
class HeldAudit final : public EmptyCatalogueStore {
public:
    void AddAuditToAll(AuditEntry entry, StatusDone done) override {
        entries.push_back(std::move(entry));
        answer = std::move(done);
    }

    std::vector<AuditEntry> entries;
    StatusDone answer;
};

// A clock that was set forward by an hour while the service ran.
class SteppedClock : public testing::Test {
protected:
    SteppedClock() { step_ = kHour; }

    void Ask() {
        answered_.reset();
        ConfirmClock(guard_, store_, "commandLine", [this](ObjectResult result) { answered_ = std::move(result); });
    }

    std::int64_t step_ = 0;
    telemetry::Metrics metrics_;
    ClockGuard guard_{timekeeping::ClockLimits(), metrics_,
                      [this]() -> timekeeping::ClockReading { return {Timestamp{kStart.micros + step_}, 1}; }};
    HeldAudit store_;
    std::optional<ObjectResult> answered_;
};

TEST_F(SteppedClock, IsTrustedOnlyAfterItsEntriesAreStored) {
    Ask();
    ASSERT_EQ(store_.entries.size(), 1U);
    EXPECT_EQ(store_.entries[0].action, "clock.confirm");
    EXPECT_FALSE(guard_.Verdict().trusted());
    EXPECT_FALSE(answered_);
    store_.answer({});
    EXPECT_TRUE(guard_.Verdict().trusted());
    ASSERT_TRUE(answered_ && *answered_);
    EXPECT_TRUE((*answered_)->at("trusted").as_bool());
}

TEST_F(SteppedClock, StaysSuspectIfItsEntriesAreNotStored) {
    Ask();
    store_.answer(Fail(ErrorCode::kUnavailable, "the ledger does not answer"));
    ASSERT_TRUE(answered_);
    EXPECT_FALSE(*answered_);
    EXPECT_FALSE(guard_.Verdict().trusted());
    Ask();
    store_.answer({});
    EXPECT_EQ(store_.entries.size(), 2U) << "a repeat stores the entries again";
    EXPECT_TRUE(guard_.Verdict().trusted());
}

TEST_F(SteppedClock, ThatStepsAgainDuringTheConfirmationIsNotConfirmed) {
    Ask();
    step_ = 2 * kHour;
    store_.answer({});
    ASSERT_TRUE(answered_);
    EXPECT_FALSE(*answered_);
    EXPECT_FALSE(guard_.Verdict().trusted());
}

TEST_F(SteppedClock, ThatIsCorrectedDuringTheConfirmationIsTrusted) {
    Ask();
    step_ = 0;
    store_.answer({});
    EXPECT_TRUE(guard_.Verdict().trusted());
}

TEST_F(SteppedClock, ThatIsRightAgainNeedsNoEntry) {
    step_ = 0;
    Ask();
    EXPECT_TRUE(store_.entries.empty());
    EXPECT_TRUE(answered_ && *answered_);
}

}  // namespace
}  // namespace fairlead::app

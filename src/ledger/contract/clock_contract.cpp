#include <atomic>
#include <memory>

#include "app/await.hpp"
#include "app/commission/close_month.hpp"
#include "base/time/time_zone.hpp"
#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kMinute = 60 * kMicrosPerSecond;
constexpr std::int64_t kYear = 365 * kMicrosPerDay;
// A limit that is never reached, for tests of another limit.
constexpr std::int64_t kNever = 1000 * kYear;

constexpr Sql kBlocks("SELECT count(*) FROM fact_blocks");
constexpr Sql kNewestBlock("SELECT max(recorded_at) FROM fact_blocks");
constexpr Sql kMoveLast("UPDATE operators SET last_recorded_at = $1");
constexpr Sql kConfirmed("SELECT count(*) FROM audit_log WHERE action = 'clock.confirm'");

// A ledger whose clock shows the system's time, plus what the test adds to it.
class ClockContract : public LedgerContract {
protected:
    void UseLimits(const timekeeping::ClockLimits& limits) {
        const auto read = [shift = shift_]() -> timekeeping::ClockReading {
            return {Timestamp{Now().micros + shift->load()}, BootMicros()};
        };
        guard_ = std::make_shared<app::ClockGuard>(limits, metrics_, read);
        place_->UseClock(guard_);
        Reopen();
    }
    void Shift(std::int64_t micros) { shift_->store(micros); }

    ErrorCode CodeOf(OperatorId owner, const std::string& key) {
        const auto done = Ingest(owner, {MakeEvent(BrandOf(owner), key)});
        EXPECT_FALSE(done);
        return done ? ErrorCode::kInternal : done.error().code;
    }
    void Accept(OperatorId owner, const std::string& key) {
        const auto done = Ingest(owner, {MakeEvent(BrandOf(owner), key)});
        EXPECT_TRUE(done) << done.error().message;
    }
    void MoveLast(Timestamp time) { EXPECT_TRUE(place_->Look()->Run(kMoveLast, {Value::Of(time)})); }
    static Timestamp InThe(std::int64_t micros) { return Timestamp{Now().micros + micros}; }

    std::shared_ptr<std::atomic<std::int64_t>> shift_ = std::make_shared<std::atomic<std::int64_t>>(0);
    std::shared_ptr<app::ClockGuard> guard_;
};

TEST_P(ClockContract, NothingIsRecordedWhileTheClockHasStepped) {
    UseLimits({.difference_micros = kNever});
    const OperatorId owner = MakeOperator();
    Accept(owner, "before");
    Shift(kYear);
    EXPECT_EQ(CodeOf(owner, "refused"), ErrorCode::kClockSuspect);
    EXPECT_EQ(Count(kBlocks), 1);
    EXPECT_EQ(Health(owner).feeds.size(), 1U) << "reading goes on";
    Shift(0);
    Accept(owner, "after");
    EXPECT_LT(Count(kNewestBlock), Now().micros);
}

TEST_P(ClockContract, AConfirmedStepIsRecordedInTheAuditLogAndUsed) {
    UseLimits({.difference_micros = kNever});
    const OperatorId owner = MakeOperator();
    MakeOperator("Other");
    Shift(kMicrosPerDay);
    EXPECT_EQ(CodeOf(owner, "refused"), ErrorCode::kClockSuspect);
    guard_->Confirm();
    const app::AuditEntry entry{.actor = "a", .action = "clock.confirm", .subject = "clock", .before = {}, .after = {}};
    EXPECT_TRUE(app::Await<Status>([&](auto done) { ledger_->catalogue().AddAuditToAll(entry, std::move(done)); }));
    EXPECT_EQ(Count(kConfirmed), 2);
    Accept(owner, "accepted");
    EXPECT_GT(Count(kNewestBlock), Now().micros);
}

TEST_P(ClockContract, ATimeIsPushedForwardByAMinuteButNotByAnHour) {
    UseLimits({.difference_micros = kNever});
    const OperatorId owner = MakeOperator();
    Accept(owner, "first");
    const Timestamp soon = InThe(kMinute);
    MoveLast(soon);
    Accept(owner, "second");
    EXPECT_EQ(Count(kNewestBlock), soon.micros + 1);
    MoveLast(InThe(60 * kMinute));
    EXPECT_EQ(CodeOf(owner, "third"), ErrorCode::kClockSuspect);
    EXPECT_EQ(Count(kBlocks), 2);
}

// A node that is an hour ahead would push the times of all nodes.
TEST_P(ClockContract, AClockThatIsAnHourOffTheServersRecordsNothing) {
    UseLimits({.step_micros = kNever});
    const OperatorId owner = MakeOperator();
    Shift(60 * kMinute);
    if (GetParam() == "Sqlite") return Accept(owner, "there is no server");
    EXPECT_EQ(CodeOf(owner, "ahead"), ErrorCode::kClockSuspect);
    Shift(-60 * kMinute);
    EXPECT_FALSE(app::Await<Status>([&](auto done) { ledger_->Probe(std::move(done)); }));
    EXPECT_EQ(CodeOf(owner, "behind"), ErrorCode::kClockSuspect);
    EXPECT_EQ(Count(kBlocks), 0);
    Shift(0);
    EXPECT_TRUE(app::Await<Status>([&](auto done) { ledger_->Probe(std::move(done)); }));
    Accept(owner, "right");
}

// Closing must not read a clock that nobody has checked: here the system's clock shows an earlier month.
TEST_P(ClockContract, AMonthEndsByTheClockThatWasChecked) {
    UseLimits({.step_micros = kNever, .difference_micros = kNever});
    const OperatorId owner = MakeOperator();
    const auto close = [&] {
        return app::Await<app::CloseOutcome>([&](auto done) {
            app::CloseMonth(ledger_->commission_store(), ledger_->commission_queries(),
                            {.owner = owner, .period = TimeZone().MonthOf(Now()), .actor = "somebody"},
                            std::move(done));
        });
    };
    const auto early = close();
    ASSERT_FALSE(early);
    EXPECT_EQ(early.error().code, ErrorCode::kConflict);
    Shift(32 * kMicrosPerDay);
    const auto closed = close();
    EXPECT_TRUE(closed) << closed.error().message;
}

TEST_P(ClockContract, TheLedgerKnowsWhenItWasLastWritten) {
    const auto empty = ledger_->ReadLastTimes();
    ASSERT_TRUE(empty);
    EXPECT_EQ(empty->commit.micros, 0);
    EXPECT_EQ(empty->write.micros, 0);
    const Timestamp before = Now();
    EXPECT_TRUE(app::Await<Status>([&](auto done) { ledger_->Probe(std::move(done)); }));
    const auto probed = ledger_->ReadLastTimes();
    EXPECT_EQ(probed->commit.micros, 0);
    EXPECT_GE(probed->write, before);
    Accept(MakeOperator(), "event");
    EXPECT_GE(ledger_->ReadLastTimes()->commit, probed->write);
}

INSTANTIATE_TEST_SUITE_P(Engines, ClockContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

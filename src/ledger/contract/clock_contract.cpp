#include <atomic>
#include <memory>

#include "app/await.hpp"
#include "app/clock/confirm_clock.hpp"
#include "app/commission/close_period.hpp"
#include "app/ports/commission_store.hpp"
#include "base/time/time_zone.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/record/statement_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kMinute = 60 * kMicrosPerSecond;
constexpr std::int64_t kYear = 365 * kMicrosPerDay;
// A limit that is never reached, for tests of another limit.
constexpr std::int64_t kNever = 1000 * kYear;

constexpr Sql kBlocks("SELECT count(*) FROM fact_blocks");
constexpr Sql kNewestBlock("SELECT max(recorded_at) FROM fact_blocks");
constexpr Sql kNewestKey("SELECT max(recorded_at) FROM request_keys");
constexpr Sql kNewestEntry("SELECT max(at) FROM audit_log");
constexpr Sql kMoveLast("UPDATE operators SET last_recorded_at = $1");
constexpr Sql kMoveSeal("UPDATE operators SET last_seal = last_seal + $1 WHERE operator_id = $2");
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
    app::ObjectResult Confirm() {
        return app::Await<app::ObjectResult>(
            [&](auto done) { app::ConfirmClock(*guard_, ledger_->catalogue(), "somebody", std::move(done)); });
    }
    // Nothing can be sealed while the number of an operator's last seal is wrong.
    void MoveSeal(OperatorId owner, std::int64_t by) {
        EXPECT_TRUE(place_->Look()->Run(kMoveSeal, {Value::Of(by), Value::Of(owner)}));
    }
    static Timestamp InThe(std::int64_t micros) { return Timestamp{Now().micros + micros}; }
    // A change that stores the operator as `edit` leaves it.
    template <class Edit>
    app::CatalogueChange ChangeOf(OperatorId owner, Edit edit) {
        auto records = *ledger_->catalogue().LoadOperator(owner);
        edit(records.self);
        return {.owner = owner, .based_on_version = records.version, .upserts = {records.self}};
    }
    app::CatalogueChange AuditedChange(OperatorId owner) {
        auto change = ChangeOf(owner, [](catalogue::Operator&) {});
        change.audit = {{.actor = "a", .action = "operator.update", .subject = "operator", .before = {}, .after = {}}};
        return change;
    }

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
    EXPECT_TRUE(Confirm());
    EXPECT_EQ(Count(kConfirmed), 2);
    EXPECT_GT(Count(kNewestEntry), Now().micros) << "the entry has the time that was confirmed";
    Accept(owner, "accepted");
    EXPECT_GT(Count(kNewestBlock), Now().micros);
}

// The operator that fails is the last one in the order of the ids.
TEST_P(ClockContract, AConfirmationIsRecordedForAllOperatorsOrForNone) {
    UseLimits({.difference_micros = kNever});
    const OperatorId damaged = std::max(MakeOperator(), MakeOperator("Other"));
    Shift(kMicrosPerDay);
    MoveSeal(damaged, -1);
    EXPECT_FALSE(Confirm());
    EXPECT_EQ(Count(kConfirmed), 0);
    EXPECT_FALSE(guard_->Verdict().trusted());
    MoveSeal(damaged, 1);
    const auto repeated = Confirm();
    EXPECT_TRUE(repeated) << repeated.error().front().message;
    EXPECT_EQ(Count(kConfirmed), 2);
    EXPECT_TRUE(guard_->Verdict().trusted());
}

// The clock was set back by a day, and the last commit is of today.
TEST_P(ClockContract, AConfirmationThatACommitContradictsChangesNothing) {
    UseLimits({.difference_micros = kNever});
    const OperatorId owner = MakeOperator();
    Accept(owner, "before");
    Shift(-kMicrosPerDay);
    const auto refused = Confirm();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().code, ErrorCode::kClockSuspect);
    EXPECT_EQ(Count(kConfirmed), 0);
    Shift(0);
    Accept(owner, "after");
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

TEST_P(ClockContract, AClockThatIsAnHourOffTheServersCannotBeConfirmed) {
    if (GetParam() == "Sqlite") GTEST_SKIP() << "there is no server";
    UseLimits({});
    const OperatorId owner = MakeOperator();
    Shift(60 * kMinute);
    EXPECT_FALSE(Confirm());
    EXPECT_EQ(Count(kConfirmed), 0);
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
            app::ClosePeriod(ledger_->commission_store(), ledger_->commission_queries(),
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

// A clock that jumped ahead must not end the rule, and here the system's clock is the one that is wrong.
TEST_P(ClockContract, TheTwoPersonRuleEndsByTheClockThatWasChecked) {
    UseLimits({.step_micros = kNever, .difference_micros = kNever});
    const OperatorId owner = MakeOperator();
    ASSERT_TRUE(Apply(ChangeOf(owner, [](catalogue::Operator& self) {
        self.two_person_rule = {.on = true, .ends_at = InThe(kMicrosPerDay)};
    })));
    statements::Statement statement{
        .affiliate = AffiliateId::New(), .period = *Period::Parse("2026-03"), .currency = *Currency::Parse("EUR")};
    statement.payable = *Decimal::Parse("25");
    statement.content_hash = Digest256(ContentBytes(statement));
    ASSERT_TRUE(InsertStatement(*place_->Look(), {owner, &statement, Now(), "somebody", 1}));
    const app::StatementStepRequest approval{
        .owner = owner,
        .statement = statements::StatementIdOf(owner, statement.affiliate, statement.period, statement.currency),
        .step = app::StatementStep::kApprove,
        .actor = "somebody"};
    const auto approve = [&] {
        return app::Await<app::StatementRecord>(
            [&](auto done) { ledger_->commission_store().StepStatement(approval, std::move(done)); });
    };
    const auto early = approve();
    ASSERT_FALSE(early);
    EXPECT_EQ(early.error().code, ErrorCode::kTwoPersonRule);
    Shift(2 * kMicrosPerDay);
    const auto approved = approve();
    EXPECT_TRUE(approved) << approved.error().message;
}

TEST_P(ClockContract, AnIdempotencyKeyIsDatedByTheClockThatWasChecked) {
    UseLimits({.step_micros = kNever, .difference_micros = kNever});
    const OperatorId owner = MakeOperator();
    Shift(2 * kMicrosPerDay);
    auto change = AuditedChange(owner);
    change.key = app::RequestKey{.key = {1}, .request = {2}};
    ASSERT_TRUE(Apply(change));
    EXPECT_GT(Count(kNewestKey), InThe(kMicrosPerDay).micros);
}

TEST_P(ClockContract, AnAuditEntryIsDatedByTheClockThatWasChecked) {
    UseLimits({.step_micros = kNever, .difference_micros = kNever});
    const OperatorId owner = MakeOperator();
    Shift(2 * kMicrosPerDay);
    ASSERT_TRUE(Apply(AuditedChange(owner)));
    EXPECT_GT(Count(kNewestEntry), InThe(kMicrosPerDay).micros);
}

// Without a check, a change that was planned by the system's clock could be dropped after it has begun.
TEST_P(ClockContract, APlannedChangeOfSettingsBeginsByTheClockThatWasChecked) {
    UseLimits({.step_micros = kNever, .difference_micros = kNever});
    const OperatorId owner = MakeOperator();
    Accept(owner, "recorded");
    const Timestamp start = InThe(kMicrosPerDay);
    ASSERT_TRUE(Apply(ChangeOf(owner, [&](catalogue::Operator& self) {
        self.settings.changes.push_back({Date::OfUtc(start), start, "Asia/Tokyo", self.settings.first_base_currency});
    })));
    Shift(2 * kMicrosPerDay);
    const Status dropped = Apply(ChangeOf(owner, [](catalogue::Operator& self) { self.settings.changes.clear(); }));
    ASSERT_FALSE(dropped);
    EXPECT_EQ(dropped.error().code, ErrorCode::kDateRequired);
}

// A program decides changes by the system's clock, which is two days behind here.
TEST_P(ClockContract, TheTwoPersonRuleDoesNotEndEarlyByTheSystemsClock) {
    UseLimits({.step_micros = kNever, .difference_micros = kNever});
    const OperatorId owner = MakeOperator();
    const auto store = [&](const catalogue::TwoPersonRule& rule) {
        return Apply(ChangeOf(owner, [&](catalogue::Operator& self) { self.two_person_rule = rule; }));
    };
    ASSERT_TRUE(store({.on = true}));
    Shift(2 * kMicrosPerDay);
    catalogue::TwoPersonRule early{.on = true};
    early.SwitchOff(Now());
    const Status refused = store(early);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
    EXPECT_EQ(refused.error().pointer, "") << "it is decided again";
    catalogue::TwoPersonRule in_time{.on = true};
    in_time.SwitchOff(InThe(2 * kMicrosPerDay));
    EXPECT_TRUE(store(in_time));
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

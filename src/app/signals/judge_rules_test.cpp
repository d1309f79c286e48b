#include "app/signals/judge_rules.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

using signals::SeenRegistration;

std::unexpected<Error> NotPartOfTheTest() { return Fail(ErrorCode::kInternal, "is not part of the test"); }

// Rules about registrations ask neither of these two.
class UnaskedRecords final : public RecordQueries {
public:
    void ReadEvents(EventQuery, RowFilter, AnswerDone<EventPage> done) override { done(NotPartOfTheTest()); }
    void ReadClicks(ClickQuery, RowFilter, AnswerDone<ClickPage> done) override { done(NotPartOfTheTest()); }
    void ReadAccruals(AccrualQuery, RowFilter, AnswerDone<AccrualPage> done) override { done(NotPartOfTheTest()); }
    void FindEventsOfKeys(OperatorId, std::vector<events::KeyDigest>,
                          AnswerDone<std::vector<std::optional<EventId>>> done) override {
        done(NotPartOfTheTest());
    }
    void ReadPlayers(PlayerQuery, AnswerDone<PlayerPage> done) override { done(NotPartOfTheTest()); }
    void ReadPlayerHistory(OperatorId, PlayerId, AnswerDone<PlayerHistory> done) override { done(NotPartOfTheTest()); }
    void ReadPlayerRefs(OperatorId, std::vector<PlayerId>, AnswerDone<std::vector<std::string>> done) override {
        done(NotPartOfTheTest());
    }
    void FindPlayers(OperatorId, std::vector<std::string>, AnswerDone<std::vector<PlayerId>> done) override {
        done(NotPartOfTheTest());
    }
    void ReadRatesInto(OperatorId, Currency, AnswerDone<std::vector<commission::DatedRate>> done) override {
        done(NotPartOfTheTest());
    }
    void ReadAudit(OperatorId, AuditQuery, AnswerDone<std::vector<AuditRecord>> done) override {
        done(NotPartOfTheTest());
    }
    void ReadChainHead(OperatorId, AnswerDone<ChainHead> done) override { done(NotPartOfTheTest()); }
    void ReadHealth(OperatorId, AnswerDone<FeedHealth> done) override { done(NotPartOfTheTest()); }
};

class UnaskedFacts final : public FactStore {
public:
    Result<std::vector<BlockMark>> Marks() override { return NotPartOfTheTest(); }
    Result<std::unique_ptr<FactAppender>> Append() override { return NotPartOfTheTest(); }
    Status Forget(std::optional<OperatorId>) override { return NotPartOfTheTest(); }
    Status Sum(const SumQuestion&, const std::function<void(const SumRow&)>&) override { return NotPartOfTheTest(); }
    Status CountDistinct(const DistinctQuestion&, const std::function<void(const DistinctRow&)>&) override {
        return NotPartOfTheTest();
    }
};

// A store with registrations, the newest first, as the ledger returns them.
class StoredRegistrations final : public SignalStore {
public:
    void Add(std::int64_t second) {
        const Timestamp at{second * kMicrosPerSecond};
        registrations_.insert(registrations_.begin(), {.player = PlayerId::New(),
                                                       .affiliate = AffiliateId::New(),
                                                       .link = std::nullopt,
                                                       .click = ClickId::New(),
                                                       .clicked_at = at,
                                                       .registered_at = at,
                                                       .recorded_at = at});
    }
    void ReadRegistrations(RegistrationQuery query, AnswerDone<std::vector<SeenRegistration>> done) override {
        std::vector<SeenRegistration> page;
        for (const SeenRegistration& each : registrations_) {
            const bool in_time = each.recorded_at >= query.from && each.recorded_at <= query.to;
            if (in_time && page.size() < query.limit) page.push_back(each);
        }
        done(std::move(page));
    }
    void Store(RuleFindings, AnswerDone<std::int64_t> done) override { done(NotPartOfTheTest()); }
    void Decide(SignalDecision, AnswerDone<SignalRecord> done) override { done(NotPartOfTheTest()); }
    void Read(SignalQuery, AnswerDone<SignalPage> done) override { done(NotPartOfTheTest()); }
    void ReadVersions(OperatorId, FraudRuleId, AnswerDone<std::vector<RuleVersion>> done) override {
        done(NotPartOfTheTest());
    }

private:
    std::vector<SeenRegistration> registrations_;
};

class JudgedRegistrations : public testing::Test {
protected:
    // All registrations are too fast for the rule.
    Judgement Judge(const JudgeLimits& limits, reporting::TimeSpan time) {
        const signals::FraudRule rule{.id = FraudRuleId::New(),
                                      .name = "fast",
                                      .kind = signals::RuleKind::kFastRegistration,
                                      .parameters = {{"secondsMin", 5}}};
        JudgeRules judge(records_, stored_, facts_, limits);
        const auto found = judge.Judge(OperatorEntry(), reporting::Calendar(TimeZone()), std::span(&rule, 1), time);
        EXPECT_TRUE(found);
        return found ? *found : Judgement();
    }
    static std::vector<std::int64_t> SecondsOf(const Judgement& judgement) {
        std::vector<std::int64_t> seconds;
        for (const signals::Finding& finding : judgement.findings.front()) {
            seconds.push_back(finding.begins.micros / kMicrosPerSecond);
        }
        return seconds;
    }
    static Timestamp At(std::int64_t second) { return {second * kMicrosPerSecond}; }

    UnaskedRecords records_;
    UnaskedFacts facts_;
    StoredRegistrations stored_;
};

TEST_F(JudgedRegistrations, AreTheNewestIfThereAreTooMany) {
    for (std::int64_t second = 1; second <= 20; ++second) stored_.Add(second);
    // Pages overlap by one registration: 20 to 18, 18 to 16, 16 to 14.
    const auto judged = Judge({.registrations_max = 8, .per_page = 3}, {At(1), At(100)});
    EXPECT_EQ(SecondsOf(judged), (std::vector<std::int64_t>{14, 15, 16, 17, 18, 19, 20}));
    EXPECT_EQ(judged.from, At(14)) << "the judgement says from when it has judged";
}

TEST_F(JudgedRegistrations, AreAllOfTheTimeIfTheyAreFewEnough) {
    for (std::int64_t second = 1; second <= 20; ++second) stored_.Add(second);
    const auto judged = Judge({.registrations_max = 100, .per_page = 3}, {At(5), At(11)});
    EXPECT_EQ(SecondsOf(judged), (std::vector<std::int64_t>{5, 6, 7, 8, 9, 10}));
    EXPECT_EQ(judged.from, At(5));
}

TEST_F(JudgedRegistrations, OfOneMomentDoNotStopTheReading) {
    stored_.Add(1);
    for (int i = 0; i < 3; ++i) stored_.Add(2);
    const auto judged = Judge({.registrations_max = 100, .per_page = 3}, {At(1), At(100)});
    EXPECT_EQ(SecondsOf(judged), (std::vector<std::int64_t>{1, 2, 2, 2}));
}

TEST_F(JudgedRegistrations, OfASignalAreNotGuessedIfThereAreTooMany) {
    for (std::int64_t second = 1; second <= 20; ++second) stored_.Add(second);
    const signals::FraudRule rule{
        .id = FraudRuleId::New(), .name = "week", .kind = signals::RuleKind::kUnusualConversion, .parameters = {}};
    signals::Finding week;
    week.begins = At(1);
    week.ends = At(100);
    JudgeRules judge(records_, stored_, facts_, {.registrations_max = 8, .per_page = 3});
    const auto players = judge.FindPlayers(OperatorId(), rule, week);
    ASSERT_FALSE(players);
    EXPECT_EQ(players.error().code, ErrorCode::kConflict);
}

}  // namespace
}  // namespace fairlead::app

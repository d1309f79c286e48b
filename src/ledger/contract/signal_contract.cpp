#include <thread>

#include "app/await.hpp"
#include "app/ports/signals/signal_store.hpp"
#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

using app::SignalRecord;
using app::SignalState;
using signals::Finding;

constexpr std::int64_t kWindow = 600 * kMicrosPerSecond;
constexpr Timestamp kMoment{1'790'000'000 * kMicrosPerSecond};

class SignalContract : public LedgerContract {
protected:
    SignalContract() : owner_(MakeOperator()) {}

    Finding At(std::int64_t seconds, int value, std::string cause = "link/1") const {
        const Timestamp begins{kMoment.micros + seconds * kMicrosPerSecond};
        return {.cause = std::move(cause),
                .affiliate = affiliate_,
                .link = LinkId::New(),
                .begins = begins,
                .ends = {begins.micros + 30 * kMicrosPerSecond},
                .value = Decimal::FromInteger(value),
                .allowed = Decimal::FromInteger(50),
                .summary = std::to_string(value) + " clicks"};
    }

    std::int64_t Store(std::vector<Finding> findings, bool holds = false) {
        app::RuleFindings found{.owner = owner_,
                                .rule = rule_,
                                .version = 2,
                                .holds = holds,
                                .gap_micros = kWindow,
                                .findings = std::move(findings)};
        const auto stored =
            app::Await<std::int64_t>([&](auto done) { ledger_->signals().Store(std::move(found), std::move(done)); });
        EXPECT_TRUE(stored) << stored.error().message;
        return stored.value_or(-1);
    }

    std::vector<SignalRecord> Read(app::SignalQuery query = {}) {
        query.owner = query.owner == OperatorId{} ? owner_ : query.owner;
        auto page = app::Await<app::SignalPage>([&](auto done) { ledger_->signals().Read(query, std::move(done)); });
        EXPECT_TRUE(page) << page.error().message;
        return page ? std::move(page->items) : std::vector<SignalRecord>();
    }

    Result<SignalRecord> Decide(FraudSignalId signal, SignalState state = SignalState::kReleased) {
        app::SignalDecision decision{.owner = owner_, .signal = signal, .state = state, .reason = "why", .actor = "me"};
        return app::Await<SignalRecord>([&](auto done) { ledger_->signals().Decide(decision, std::move(done)); });
    }

    OperatorId owner_;
    FraudRuleId rule_ = FraudRuleId::New();
    AffiliateId affiliate_ = AffiliateId::New();
};

TEST_P(SignalContract, AFindingIsReadAsItWasStored) {
    Finding finding = At(0, 214, "address/1");
    finding.mark = "a1b2c3d4e5f6";
    finding.player = PlayerId::New();
    finding.usual = *Decimal::Parse("4.25");
    ASSERT_EQ(Store({finding}, true), 1);
    Reopen();
    const auto signals = Read();
    ASSERT_EQ(signals.size(), 1U);
    const SignalRecord& signal = signals.front();
    EXPECT_EQ(std::tie(signal.rule, signal.rule_version, signal.holds, signal.state),
              std::tuple(rule_, 2, true, SignalState::kOpen));
    const Finding& read = signal.finding;
    EXPECT_EQ(std::tie(read.cause, read.affiliate, read.link, read.player, read.mark, read.begins, read.ends),
              std::tie(finding.cause, finding.affiliate, finding.link, finding.player, finding.mark, finding.begins,
                       finding.ends));
    EXPECT_EQ(std::tie(read.value, read.allowed, read.usual, read.summary),
              std::tie(finding.value, finding.allowed, finding.usual, finding.summary));
    EXPECT_TRUE(signal.reason.empty() && signal.decided_by.empty() && !signal.decided_at);
}

TEST_P(SignalContract, ACauseThatGoesOnIsOneSignalWithTheGreatestNumber) {
    EXPECT_EQ(Store({At(0, 60)}), 1);
    EXPECT_EQ(Store({At(0, 60)}), 0);
    EXPECT_EQ(Store({At(300, 90)}), 0);
    EXPECT_EQ(Store({At(600, 70)}), 0);
    const auto signals = Read();
    ASSERT_EQ(signals.size(), 1U);
    EXPECT_EQ(signals[0].finding.value, Decimal::FromInteger(90));
    EXPECT_EQ(signals[0].finding.begins, kMoment);
    EXPECT_EQ(signals[0].finding.ends, (Timestamp{kMoment.micros + 630 * kMicrosPerSecond}));
}

TEST_P(SignalContract, ALaterBurstAndAnotherCauseAreSignalsOfTheirOwn) {
    EXPECT_EQ(Store({At(0, 60), At(0, 60, "link/2"), At(4000, 60)}), 3);
    EXPECT_EQ(Read().size(), 3U);
}

TEST_P(SignalContract, ADecidedSignalDoesNotComeBackAndKeepsItsNumbers) {
    ASSERT_EQ(Store({At(0, 60)}), 1);
    const FraudSignalId id = Read().front().id;
    const auto decided = Decide(id);
    ASSERT_TRUE(decided) << decided.error().message;
    EXPECT_EQ(std::tie(decided->state, decided->reason, decided->decided_by),
              std::tuple(SignalState::kReleased, std::string("why"), std::string("me")));
    EXPECT_EQ(Store({At(300, 90)}), 0);
    const auto signals = Read();
    ASSERT_EQ(signals.size(), 1U);
    EXPECT_EQ(signals[0].state, SignalState::kReleased);
    EXPECT_EQ(signals[0].finding.value, Decimal::FromInteger(60));
    EXPECT_EQ(Decide(id, SignalState::kReversed).error().code, ErrorCode::kConflict);
    EXPECT_EQ(Decide(FraudSignalId::New()).error().code, ErrorCode::kNotFound);
}

TEST_P(SignalContract, ListsAreFilteredAndReadInPages) {
    std::vector<Finding> findings;
    for (int i = 0; i < 5; ++i) findings.push_back(At(0, 60 + i, "link/" + std::to_string(i)));
    ASSERT_EQ(Store(findings), 5);
    const auto all = Read();
    ASSERT_EQ(all.size(), 5U);
    ASSERT_TRUE(Decide(all[0].id));
    EXPECT_EQ(Read({.state = SignalState::kOpen}).size(), 4U);
    EXPECT_EQ(Read({.affiliate = affiliate_, .state = SignalState::kReleased}).size(), 1U);
    EXPECT_TRUE(Read({.affiliate = AffiliateId::New()}).empty());
    EXPECT_TRUE(Read({.rule = FraudRuleId::New()}).empty());
    EXPECT_TRUE(Read({.holds = true}).empty());
    const auto rest = Read({.limit = 3, .before = all[1].id});
    ASSERT_EQ(rest.size(), 3U);
    EXPECT_EQ(rest[0].id, all[2].id);
    EXPECT_TRUE(Read({.owner = MakeOperator("Other")}).empty());
}

TEST_P(SignalContract, ManyAtOnceMakeOneSignal) {
    std::vector<std::jthread> nodes;
    for (int i = 0; i < 8; ++i) nodes.emplace_back([this, i] { Store({At(i, 60)}); });
    nodes.clear();
    EXPECT_EQ(Read().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Engines, SignalContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

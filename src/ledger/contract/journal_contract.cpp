#include <algorithm>

#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"
#include "ledger/verify/verify.hpp"

namespace fairlead::ledger {
namespace {

using attribution::Method;
using tracking::Click;
using tracking::NthId;

constexpr Sql kPositions("SELECT last_sequence FROM journal_positions WHERE operator_id = $1 ORDER BY last_sequence");
constexpr Sql kBatchRows("SELECT count(*) FROM click_batches");
constexpr Sql kDropBatch("DELETE FROM click_batches WHERE operator_id = $1 AND batch_time = $2");
constexpr Sql kWaitFor(
    "INSERT INTO waiting_registrations (operator_id, player_id, click_id, waiting_since) VALUES ($1, $2, $3, $4)");
constexpr Sql kForgetChange("UPDATE waiting_registrations SET last_change = NULL");
constexpr Sql kAccruals("SELECT count(*) FROM accruals");
constexpr Sql kWaiting("SELECT count(*) FROM waiting_registrations");

// Batches as a journal hands them over, each with one click.
class JournalContract : public LedgerContract {
protected:
    // The click of the batch with this sequence number, by the nth affiliate, as the ledger must return it.
    Click VisitOf(std::int64_t sequence, std::uint64_t affiliate) {
        Click click = ClickOf(brand_, affiliate);
        click.time = Timestamp{start_.micros + sequence};
        click.id = tracking::MakeClickId({click.time, 0, 1000 + affiliate});
        return click;
    }

    app::TrackedBatch BatchOf(const Click& click) {
        app::TrackedBatch batch{
            .owner = owner_, .time = click.time, .clicks = tracking::SegmentOf(std::span(&click, 1))};
        const auto terms = tracking::ClickTerms(tracking::BrandTerm(owner_, click.brand), click.address_hash,
                                                click.agent_digest, click.country);
        batch.click_terms.assign(terms.begin(), terms.end());
        return batch;
    }

    Status TakeOver(JournalId journal, std::initializer_list<std::int64_t> sequences, std::uint64_t affiliate = 1) {
        app::JournalledBatches batches{.owner = owner_, .journal = journal, .batches = {}};
        for (const std::int64_t sequence : sequences) {
            batches.batches.push_back({sequence, BatchOf(VisitOf(sequence, affiliate))});
        }
        return app::Await<Status>([&](auto done) { ledger_->intake().TakeOver(std::move(batches), std::move(done)); });
    }

    std::vector<Click> Listed() { return AllClicks(*ledger_, {.owner = owner_}); }

    // Registers a player without evidence, a second after the last visit, and returns who brought it.
    app::AttributionRecord Register(const std::string& player) {
        auto event = MakeEvent(brand_, player, events::EventType::kRegistration, player);
        event.time = Timestamp{start_.micros + kMicrosPerSecond};
        EXPECT_TRUE(Ingest(owner_, {event}));
        return PlayerCalled(*ledger_, owner_, player).attribution.value();
    }

    // Registers the player "late", who names a click that is not recorded.
    void RegisterNaming(const Click& click) {
        auto event = MakeEvent(brand_, "late", events::EventType::kRegistration, "late");
        event.time = Timestamp{start_.micros + kMicrosPerSecond};
        event.click_id = click.id.ToString();
        const events::SubmittedEvent submitted{event, events::DigestKey(owner_, "late"), /*names_own_click=*/true};
        ASSERT_TRUE(app::Await<std::vector<events::Receipt>>(
            [&](auto done) { ledger_->intake().Ingest(owner_, std::span(&submitted, 1), std::move(done)); }));
    }

    void ExpectAttributedTo(const Click& click) {
        // The next transaction of the operator comes after the correction.
        ASSERT_TRUE(Ingest(owner_, {MakeDeposit(brand_, "after", "1", "late")}));
        const auto attribution = PlayerCalled(*ledger_, owner_, "late").attribution;
        EXPECT_EQ(attribution->method, Method::kDirect);
        EXPECT_EQ(attribution->click, click.id);
        EXPECT_EQ(attribution->affiliate, click.origin.affiliate);
        EXPECT_EQ(attribution->number, 2);
        EXPECT_EQ(Count(kWaiting), 0);
    }

    void SetStatus(const Click& click, catalogue::AffiliateStatus status) {
        const catalogue::Affiliate affiliate{.id = click.origin.affiliate,
                                             .name = "Best Bets",
                                             .email = "paid@bets.example",
                                             .status = status,
                                             .created_at = start_};
        const auto version = ledger_->catalogue().LoadOperator(owner_)->version;
        ASSERT_TRUE(Apply({.owner = owner_, .based_on_version = version, .upserts = {affiliate}}));
    }

    // Every affiliate gets 5 EUR for a registration.
    void AddLeadDeal() {
        commission::Deal deal{.id = DealId::New(), .name = "Leads", .is_default = true, .created_at = start_};
        const commission::CplTerms terms{.amount = *Decimal::Parse("5")};
        deal.versions = {{.number = 1, .terms = {.cpl = terms}, .created_at = start_}};
        const auto version = ledger_->catalogue().LoadOperator(owner_)->version;
        ASSERT_TRUE(Apply({.owner = owner_, .based_on_version = version, .upserts = {deal}}));
    }

    void ExpectOrganic() {
        ASSERT_TRUE(Ingest(owner_, {MakeDeposit(brand_, "after", "1", "late")}));
        const auto attribution = PlayerCalled(*ledger_, owner_, "late").attribution;
        EXPECT_EQ(attribution->method, Method::kOrganic);
        EXPECT_EQ(attribution->number, 1);
        EXPECT_EQ(Count(kWaiting), 0);
    }

    OperatorId owner_ = MakeOperator();
    BrandId brand_ = BrandOf(owner_);
    Timestamp start_{Now().micros - 3600 * kMicrosPerSecond};
};

TEST_P(JournalContract, ClicksKeepTheIdsAndTimesThatTheyHadInTheJournal) {
    ASSERT_TRUE(TakeOver(JournalId::New(), {1, 2}));
    EXPECT_EQ(Listed(), (std::vector{VisitOf(2, 1), VisitOf(1, 1)}));
    Reopen();
    EXPECT_EQ(AllClicks(*ledger_, {.owner = owner_, .click = VisitOf(1, 1).id}), std::vector{VisitOf(1, 1)});
    EXPECT_EQ(Health(owner_).click_total, 2);
}

TEST_P(JournalContract, ABatchThatIsHandedOverTwiceIsRecordedOnce) {
    const auto journal = JournalId::New();
    ASSERT_TRUE(TakeOver(journal, {1, 2}));
    ASSERT_TRUE(TakeOver(journal, {1, 2}));
    ASSERT_TRUE(TakeOver(journal, {1, 2, 3}));
    Reopen();
    ASSERT_TRUE(TakeOver(journal, {3}));
    EXPECT_EQ(Listed(), (std::vector{VisitOf(3, 1), VisitOf(2, 1), VisitOf(1, 1)}));
    EXPECT_EQ(Health(owner_).click_total, 3);
    const auto rows = place_->Look()->Query(kPositions, {Value::Of(owner_)});
    ASSERT_EQ(rows->size(), 1U);
    EXPECT_EQ(rows->Integer(0), 3);
}

TEST_P(JournalContract, AnotherJournalHasNumbersOfItsOwn) {
    ASSERT_TRUE(TakeOver(JournalId::New(), {5}));
    ASSERT_TRUE(TakeOver(JournalId::New(), {2, 5}, 2));
    EXPECT_EQ(Listed().size(), 3U);
    // Two nodes made a batch at the same time: each click is found by its own id.
    for (const std::uint64_t affiliate : {1U, 2U}) {
        const Click click = VisitOf(5, affiliate);
        EXPECT_EQ(AllClicks(*ledger_, {.owner = owner_, .click = click.id}), std::vector{click});
    }
}

TEST_P(JournalContract, TheLatestVisitWinsNotTheLatestCommit) {
    ASSERT_TRUE(TakeOver(JournalId::New(), {9}, 2));
    ASSERT_TRUE(TakeOver(JournalId::New(), {4}, 3));
    const auto attribution = Register("player");
    EXPECT_EQ(attribution.method, Method::kLastClick);
    EXPECT_EQ(attribution.click, VisitOf(9, 2).id);
    EXPECT_EQ(attribution.affiliate, NthId<AffiliateId>(2));
    EXPECT_EQ(Listed(), (std::vector{VisitOf(9, 2), VisitOf(4, 3)}));
}

TEST_P(JournalContract, AVisitIsNotLaterThanItsRecord) {
    // The first batch was made while the clock was ahead. Then the clock was corrected.
    start_ = Timestamp{Now().micros + 3600 * kMicrosPerSecond};
    const Click ahead = VisitOf(1, 2);
    ASSERT_TRUE(TakeOver(JournalId::New(), {1}, 2));
    start_ = Now();
    const Click later = VisitOf(2, 3);
    ASSERT_TRUE(TakeOver(JournalId::New(), {2}, 3));
    const auto listed = Listed();
    ASSERT_EQ(listed.size(), 2U);
    EXPECT_EQ(listed[0], later);
    EXPECT_EQ(listed[1].id, ahead.id);
    EXPECT_LE(listed[1].time, Now());
    EXPECT_EQ(AllClicks(*ledger_, {.owner = owner_, .click = ahead.id}), std::vector{listed[1]});
    EXPECT_EQ(AllClicks(*ledger_, {.owner = owner_, .limit = 1}), listed);
    EXPECT_EQ(Register("player").click, later.id);
    const auto connection = place_->Look();
    const auto report = VerifyLedger(*connection, {}, {.depth = app::VerificationDepth::kScrub, .expected = {}});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->differences, std::vector<std::string>());
}

TEST_P(JournalContract, AMissingBatchIsFoundByVerify) {
    ASSERT_TRUE(TakeOver(JournalId::New(), {1, 2}));
    const auto connection = place_->Look();
    ASSERT_TRUE(connection->Run(kDropBatch, {Value::Of(owner_), Value::Of(VisitOf(2, 1).time)}));
    const auto report = VerifyLedger(*connection, {}, {.depth = app::VerificationDepth::kScrub, .expected = {}});
    ASSERT_TRUE(report);
    ASSERT_EQ(report->differences.size(), 1U);
    EXPECT_NE(report->differences[0].find("table click_batches does not have the clicks of block 1 at"),
              std::string::npos);
}

TEST_P(JournalContract, ClicksAreListedByVisitInPages) {
    // Commits in another order than the visits.
    std::vector<Click> expected;
    for (const std::int64_t first : {40, 80, 0, 120}) {
        for (std::int64_t i = 1; i <= 40; ++i) {
            ASSERT_TRUE(TakeOver(JournalId::New(), {first + i}));
            expected.push_back(VisitOf(first + i, 1));
        }
    }
    std::ranges::sort(expected, std::greater(), &Click::id);
    for (const std::size_t limit : {7U, 64U, 200U}) {
        EXPECT_EQ(AllClicks(*ledger_, {.owner = owner_, .limit = limit}), expected);
    }
    const app::TimeRange range{.from = expected[99].time, .to = expected[50].time};
    EXPECT_EQ(AllClicks(*ledger_, {.owner = owner_, .limit = 7, .time = range}),
              std::vector(expected.begin() + 50, expected.begin() + 100));
}

TEST_P(JournalContract, AnOperatorThatDoesNotExistIsNotFound) {
    owner_ = OperatorId::New();
    const Status taken = TakeOver(JournalId::New(), {1});
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().code, ErrorCode::kNotFound);
}

TEST_P(JournalContract, ARegistrationThatNamesALateClickIsAttributedWhenItArrives) {
    RegisterNaming(VisitOf(5, 2));
    EXPECT_EQ(PlayerCalled(*ledger_, owner_, "late").attribution->method, Method::kOrganic);
    EXPECT_EQ(Count(kWaiting), 1);
    EXPECT_EQ(Health(owner_).anomaly_count, 0);

    const auto journal = JournalId::New();
    ASSERT_TRUE(TakeOver(journal, {4}, 2));
    EXPECT_EQ(Count(kWaiting), 1);
    ASSERT_TRUE(TakeOver(journal, {5}, 2));
    ExpectAttributedTo(VisitOf(5, 2));
}

TEST_P(JournalContract, ALateClickThatDoesNotComeFromAJournalIsAttributedToo) {
    ASSERT_TRUE(TakeOver(JournalId::New(), {4}, 2));
    RegisterNaming(VisitOf(5, 2));
    ASSERT_TRUE(app::Await<app::TrackReceipt>(
        [&](auto done) { ledger_->intake().Track(BatchOf(VisitOf(5, 2)), std::move(done)); }));
    ExpectAttributedTo(VisitOf(5, 2));
}

TEST_P(JournalContract, ALateClickIsNotCreditedToAnAffiliateThatWasSuspendedAtTheRegistration) {
    SetStatus(VisitOf(5, 2), catalogue::AffiliateStatus::kSuspended);
    RegisterNaming(VisitOf(5, 2));
    // What happens to the affiliate afterwards does not matter.
    SetStatus(VisitOf(5, 2), catalogue::AffiliateStatus::kApproved);
    ASSERT_TRUE(TakeOver(JournalId::New(), {5}, 2));
    ExpectOrganic();
}

TEST_P(JournalContract, ALateClickIsNotCreditedToAnAffiliateThatIsStillSuspended) {
    SetStatus(VisitOf(5, 2), catalogue::AffiliateStatus::kSuspended);
    RegisterNaming(VisitOf(5, 2));
    ASSERT_TRUE(TakeOver(JournalId::New(), {5}, 2));
    ExpectOrganic();
}

TEST_P(JournalContract, ALateClickIsCreditedToAnAffiliateThatWasSuspendedAfterTheRegistration) {
    SetStatus(VisitOf(5, 2), catalogue::AffiliateStatus::kApproved);
    RegisterNaming(VisitOf(5, 2));
    SetStatus(VisitOf(5, 2), catalogue::AffiliateStatus::kSuspended);
    ASSERT_TRUE(TakeOver(JournalId::New(), {5}, 2));
    ExpectAttributedTo(VisitOf(5, 2));
}

TEST_P(JournalContract, ALateClickEarnsForEventsFromBeforeTheSuspension) {
    AddLeadDeal();
    SetStatus(VisitOf(5, 2), catalogue::AffiliateStatus::kApproved);
    RegisterNaming(VisitOf(5, 2));
    SetStatus(VisitOf(5, 2), catalogue::AffiliateStatus::kSuspended);
    ASSERT_TRUE(TakeOver(JournalId::New(), {5}, 2));
    ExpectAttributedTo(VisitOf(5, 2));
    ASSERT_EQ(Count(kAccruals), 1) << "the registration was recorded before the suspension";
    const auto report = VerifyLedger(*place_->Look(), {}, {.depth = app::VerificationDepth::kScrub, .expected = {}});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->differences, std::vector<std::string>());
}

TEST_P(JournalContract, ALateClickOfAnEarlierReleaseIsDecidedByTheStatusAtItsArrival) {
    SetStatus(VisitOf(5, 2), catalogue::AffiliateStatus::kApproved);
    RegisterNaming(VisitOf(5, 2));
    ASSERT_TRUE(place_->Look()->Run(kForgetChange, {}));
    SetStatus(VisitOf(5, 2), catalogue::AffiliateStatus::kSuspended);
    ASSERT_TRUE(TakeOver(JournalId::New(), {5}, 2));
    ExpectOrganic();
}

TEST_P(JournalContract, AClickThatWasRecordedRightBeforeAKillIsAttributedAfterIt) {
    ASSERT_TRUE(TakeOver(JournalId::New(), {5}, 2));
    auto event = MakeEvent(brand_, "late", events::EventType::kRegistration, "late");
    event.time = Timestamp{start_.micros - kMicrosPerSecond};
    ASSERT_TRUE(Ingest(owner_, {event}));
    // The service is killed between the commit and the correction.
    const auto player = PlayerCalled(*ledger_, owner_, "late").id;
    const auto visit = VisitOf(5, 2);
    ASSERT_TRUE(
        place_->Look()->Run(kWaitFor, {Value::Of(owner_), Value::Of(player), Value::Of(visit.id), Value::Of(Now())}));
    Reopen();
    ASSERT_TRUE(TakeOver(JournalId::New(), {9}, 3));
    ExpectAttributedTo(VisitOf(5, 2));
}

TEST_P(JournalContract, ClicksThatNeverComeDoNotHideOneThatHasCome) {
    ASSERT_TRUE(TakeOver(JournalId::New(), {5}, 2));
    auto event = MakeEvent(brand_, "late", events::EventType::kRegistration, "late");
    event.time = Timestamp{start_.micros - kMicrosPerSecond};
    ASSERT_TRUE(Ingest(owner_, {event}));
    constexpr std::int64_t kNeverRecorded = 1001;
    const auto wait_for = [&](PlayerId player, ClickId click) {
        return place_->Look()->Run(kWaitFor,
                                   {Value::Of(owner_), Value::Of(player), Value::Of(click), Value::Of(Now())});
    };
    // Many name the same click.
    for (std::int64_t i = 0; i < kNeverRecorded; ++i) {
        ASSERT_TRUE(wait_for(PlayerId::New(), VisitOf(100 + i / 600, 2).id));
    }
    ASSERT_TRUE(wait_for(PlayerCalled(*ledger_, owner_, "late").id, VisitOf(5, 2).id));
    Reopen();
    ASSERT_TRUE(TakeOver(JournalId::New(), {9}, 3));
    ASSERT_TRUE(Ingest(owner_, {MakeDeposit(brand_, "after", "1", "late")}));
    EXPECT_EQ(PlayerCalled(*ledger_, owner_, "late").attribution->click, VisitOf(5, 2).id);
    EXPECT_EQ(Count(kWaiting), kNeverRecorded);
}

TEST_P(JournalContract, ACommitWithoutClicksHasNoBatch) {
    ASSERT_TRUE(Ingest(owner_, {MakeDeposit(brand_, "a", "1")}));
    EXPECT_EQ(Count(kBatchRows), 0);
    ASSERT_TRUE(TakeOver(JournalId::New(), {1, 2, 3}));
    EXPECT_EQ(Count(kBatchRows), 3);
}

INSTANTIATE_TEST_SUITE_P(Engines, JournalContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

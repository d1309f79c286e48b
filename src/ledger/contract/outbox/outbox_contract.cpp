#include "app/await.hpp"
#include "app/outbox/audit_notices.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "domain/outbox/mail.hpp"
#include "ledger/contract/outbox/outbox_fixture.hpp"
#include "ledger/outbox/message_rows.hpp"
#include "ledger/relational_ledger.hpp"

namespace fairlead::ledger {
namespace {

using app::DeliveryStatus;
using app::LaneKey;
using events::EventType;
using outbox::Trigger;

using Types = std::vector<std::string>;

TEST_P(OutboxContract, EventsAndAccrualsWriteTheirMessages) {
    const DestinationId destination = Subscribe(AllTriggers());
    Register();
    Deposit("d-1", EventType::kFirstDeposit);
    EXPECT_EQ(WaitingTypes(destination), (Types{"registration", "firstDeposit", "deposit", "qualified", "commission"}));
}

TEST_P(OutboxContract, AnOperatorWithoutPostbacksWritesNothing) {
    Register();
    Deposit("d-1", EventType::kFirstDeposit);
    static constexpr Sql kCountAll("SELECT count(*) FROM outbox_messages");
    EXPECT_EQ(Count(kCountAll), 0);
}

TEST_P(OutboxContract, ARepeatedEventSendsNothing) {
    const DestinationId destination = Subscribe({Trigger::kDeposit});
    Register();
    Deposit("d-1");
    Deposit("d-1");
    EXPECT_EQ(WaitingTypes(destination), Types{"deposit"});
}

TEST_P(OutboxContract, AnEventBeforeItsRegistrationSendsWhenItCounts) {
    const DestinationId destination = Subscribe({Trigger::kRegistration, Trigger::kDeposit});
    Deposit("d-1");
    EXPECT_TRUE(WaitingTypes(destination).empty());
    Register();
    EXPECT_EQ(WaitingTypes(destination), (Types{"registration", "deposit"}));
}

TEST_P(OutboxContract, AMessageKnowsItsEventClickAndCommission) {
    const DestinationId destination = Subscribe({Trigger::kFirstDeposit});
    Register();
    const EventId event = Deposit("d-1", EventType::kFirstDeposit);
    const auto facts = Waiting(destination).front().facts;
    EXPECT_EQ(facts.event, event);
    EXPECT_EQ(facts.click, click_);
    EXPECT_EQ(facts.affiliate, affiliate_.id);
    EXPECT_EQ(facts.money->amount.ToString(), "20");
    EXPECT_EQ(facts.commission->amount.ToString(), "50");
}

TEST_P(OutboxContract, TwoMessagesOfOneEventHaveItsCommissionOnce) {
    const DestinationId destination = Subscribe({Trigger::kFirstDeposit, Trigger::kDeposit});
    Register();
    Deposit("d-1", EventType::kFirstDeposit);
    const auto messages = Waiting(destination);
    ASSERT_EQ(messages.size(), 2U);
    for (const auto& message : messages) EXPECT_EQ(message.facts.commission->amount.ToString(), "50");
}

TEST_P(OutboxContract, AChargebackNamesTheDepositOfItsAmount) {
    const DestinationId destination = Subscribe({Trigger::kReversal});
    Register();
    const EventId deposit = Deposit("d-1", EventType::kFirstDeposit);
    Deposit("c-1", EventType::kChargeback);
    ASSERT_EQ(WaitingTypes(destination), Types{"reversal"});
    EXPECT_EQ(Waiting(destination).front().facts.reverses, deposit);
}

TEST_P(OutboxContract, ADeliveredMessageWaitsNoMore) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    Register();
    const auto message = Waiting(destination).front();
    ASSERT_EQ(LeaseIn(*ledger_, destination).size(), 1U);
    ASSERT_TRUE(Record(destination, message, 500, outbox::Fate::kWaits));
    ASSERT_TRUE(Record(destination, message, 200, outbox::Fate::kDelivered));
    EXPECT_TRUE(Waiting(destination).empty());
    const auto page = List({});
    ASSERT_EQ(page.items.size(), 1U);
    EXPECT_EQ(page.items[0].status, DeliveryStatus::kDelivered);
    ASSERT_EQ(page.items[0].attempts.size(), 2U);
    EXPECT_EQ(page.items[0].attempts[0].status, 500);
    EXPECT_EQ(page.items[0].attempts[1].answer, "ok");
}

TEST_P(OutboxContract, MessagesAreListedByTheirCause) {
    const DestinationId destination = Subscribe(AllTriggers());
    Register();
    const EventId event = Deposit("d-1", EventType::kFirstDeposit);
    EXPECT_EQ(List({.event = event}).items.size(), 4U);
    const auto all = List({.limit = 2, .destinations = std::vector{destination}});
    ASSERT_EQ(all.items.size(), 2U);
    EXPECT_EQ(all.items[0].type, "commission");
    EXPECT_EQ(List({.before = all.more_after}).items.size(), 3U);
    EXPECT_EQ(List({.accrual = all.items[0].accrual}).items.size(), 2U);
    EXPECT_TRUE(List({.destinations = std::vector{DestinationId::New()}}).items.empty());
    EXPECT_TRUE(List({.status = DeliveryStatus::kFailed}).items.empty());
}

TEST_P(OutboxContract, OnlyDestinationsWithWaitingMessagesAreFound) {
    const DestinationId busy = Subscribe({Trigger::kRegistration});
    const DestinationId idle = Subscribe({Trigger::kReversal});
    Register();
    const auto found = *app::Await<std::vector<LaneKey>>(
        [&](auto done) { ledger_->outbox().FindWaiting({{owner_, busy}, {owner_, idle}}, std::move(done)); });
    EXPECT_EQ(found, (std::vector<LaneKey>{{owner_, busy}}));
}

// SQLite does not know the sizes of indexes. By the primary key, it would search the messages of all destinations. A
// server knows the sizes.
TEST_P(OutboxContract, WaitingMessagesAreFoundByTheIndexOfTheirDestination) {
    if (GetParam() != "Sqlite") return;
    static constexpr SqlText kPlanColumns("id, parent, notused, detail");
    static constexpr ComposedSql kFirstOnes("EXPLAIN QUERY PLAN " + kWaitingMessages);
    static constexpr ComposedSql kAny("EXPLAIN QUERY PLAN " + kAnyWaitingMessage);
    const auto connection = place_->Look();
    const auto plan_of = [&](const Sql& sql, std::size_t parameter_count) {
        const auto plan = connection->Query(sql, std::vector<Value>(parameter_count, Value::Null()));
        return plan && plan->size() == 1 ? plan->String(0, kPlanColumns["detail"]) : std::string();
    };
    EXPECT_TRUE(plan_of(kFirstOnes, 5).contains("outbox_messages_waiting (destination_id=?")) << plan_of(kFirstOnes, 5);
    EXPECT_TRUE(plan_of(kAny, 2).contains("outbox_messages_waiting (destination_id=?")) << plan_of(kAny, 2);
}

TEST_P(OutboxContract, TheBellRingsAfterACommitWithMessages) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    int rings = 0;
    ledger_->outbox().OnMessages([&](OperatorId owner, const app::StoredMessages& stored) {
        rings += owner == owner_ && stored.destinations == std::set{destination} && !stored.replayed ? 1 : 0;
    });
    Register();
    ledger_->outbox().OnMessages({});
    EXPECT_EQ(rings, 1);
}

TEST_P(OutboxContract, TwoNodesNeverHaveTheSameDestination) {
    if (GetParam() == "Sqlite") GTEST_SKIP() << "only one process uses a SQLite ledger";
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    telemetry::Metrics metrics;
    const auto other = place_->Open(metrics);
    ASSERT_EQ(LeaseIn(*ledger_, destination).size(), 1U);
    EXPECT_TRUE(LeaseIn(*other, destination).empty());
    EXPECT_EQ(LeaseIn(*ledger_, destination).size(), 1U);
    ASSERT_TRUE(
        app::Await<Status>([&](auto done) { ledger_->outbox().Release({{owner_, destination}}, std::move(done)); }));
    EXPECT_EQ(LeaseIn(*other, destination).size(), 1U);
    EXPECT_TRUE(LeaseIn(*ledger_, destination).empty());
    other->Stop();
}

TEST_P(OutboxContract, ALeaseThatNoOtherNodeHadIsRenewed) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    const auto first = LeaseIn(*ledger_, destination, 1);
    ASSERT_EQ(first.size(), 1U);
    EXPECT_FALSE(first[0].is_renewal);
    const auto later = LeaseIn(*ledger_, destination);
    ASSERT_EQ(later.size(), 1U);
    EXPECT_TRUE(later[0].is_renewal);
}

TEST_P(OutboxContract, ALeaseThatAnotherNodeHadIsNotRenewed) {
    if (GetParam() == "Sqlite") GTEST_SKIP() << "only one process uses a SQLite ledger";
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    Register();
    telemetry::Metrics metrics;
    const auto other = place_->Open(metrics);
    const auto message = Waiting(destination).front();
    for (int i = 0; i < 2; ++i) {
        // Each lease ends at once.
        for (app::Ledger* ledger : {ledger_.get(), other.get()}) {
            const auto leased = LeaseIn(*ledger, destination, 1);
            ASSERT_EQ(leased.size(), 1U);
            EXPECT_FALSE(leased[0].is_renewal);
            EXPECT_EQ(leased[0].health.failures, i);
        }
        ASSERT_TRUE(Record(destination, message, 500, outbox::Fate::kWaits));
    }
    other->Stop();
}

TEST_P(OutboxContract, AMessageThatAnotherNodeDeliveredStaysDelivered) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    Register();
    const auto message = Waiting(destination).front();
    const auto first = Record(destination, message, 200, outbox::Fate::kDelivered);
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->empty());
    for (const outbox::Fate fate : {outbox::Fate::kWaits, outbox::Fate::kFailed}) {
        const auto late = Record(destination, message, 500, fate);
        ASSERT_TRUE(late);
        ASSERT_EQ(late->size(), 1U) << "the sender must learn that the message does not wait any more";
        EXPECT_EQ(late->front().attempt, 0U);
        EXPECT_EQ(late->front().round, std::nullopt);
        EXPECT_EQ(List({}).items.at(0).status, DeliveryStatus::kDelivered);
    }
    EXPECT_TRUE(Waiting(destination).empty());
}

// Its schedule is deleted while it is sent.
TEST_P(OutboxContract, AnAttemptDoesNotMakeAFailedMessageWait) {
    outbox::ReportSchedule schedule{.id = DestinationId::New(), .preset = ReportPresetId::New()};
    schedule.formats = {outbox::FileFormat::kCsv};
    schedule.url = "https://o.example/reports";
    schedule.created_at = Now();
    outbox::ReportRun run{.id = outbox::ReportRunId::New(), .schedule = schedule.id};
    run.days = {*Date::Parse("2026-02-01"), *Date::Parse("2026-02-28")};
    run.actor = "service";
    run.posts = {"csv"};
    app::CatalogueChange stored{.owner = owner_, .based_on_version = version_++, .upserts = {schedule}};
    stored.report_run = std::make_shared<const outbox::ReportRun>(run);
    ASSERT_TRUE(Apply(std::move(stored)));
    const auto sent = Waiting(schedule.id);
    ASSERT_EQ(sent.size(), 1U);
    const outbox::DeletedReportSchedule deleted{schedule.id};
    ASSERT_TRUE(Apply({.owner = owner_, .based_on_version = version_++, .upserts = {deleted}}));
    const auto recorded = Record(schedule.id, sent[0], 503, outbox::Fate::kWaits);
    ASSERT_TRUE(recorded);
    EXPECT_TRUE(Waiting(schedule.id).empty());
    EXPECT_EQ(List({}).items.at(0).status, DeliveryStatus::kFailed);
    ASSERT_EQ(recorded->size(), 1U);
    EXPECT_EQ(recorded->front().round, std::nullopt);
    ASSERT_TRUE(Record(schedule.id, sent[0], 200, outbox::Fate::kDelivered));
    EXPECT_EQ(List({}).items.at(0).status, DeliveryStatus::kDelivered) << "the receiver has it";
}

TEST_P(OutboxContract, PlayersAndAccrualsAreReportedToWebhooks) {
    const DestinationId webhook =
        AddWebhook({outbox::WebhookType::kPlayerAttributed, outbox::WebhookType::kAccrualCreated,
                    outbox::WebhookType::kAccrualReversed});
    Register();
    Deposit("d-1", EventType::kFirstDeposit);
    EXPECT_EQ(WaitingTypes(webhook), (Types{"player.attributed", "accrual.created"}));
    const auto messages = Waiting(webhook);
    EXPECT_EQ(messages[0].kind, outbox::DestinationKind::kWebhook);
    EXPECT_EQ(messages[0].facts.affiliate, affiliate_.id);
    EXPECT_EQ(messages[0].facts.player_ref, "player-1");
    EXPECT_EQ(messages[1].facts.affiliate, affiliate_.id);
    EXPECT_EQ(messages[1].facts.commission->amount.ToString(), "50");
    EXPECT_EQ(messages[1].facts.component, "cpa");
}

TEST_P(OutboxContract, AnAuditedChangeIsReportedToTheWebhooksThatWantIt) {
    const DestinationId wants = AddWebhook({outbox::WebhookType::kKeyDeactivated});
    const DestinationId other = AddWebhook({outbox::WebhookType::kStatementPaid});
    app::CatalogueChange change{.owner = owner_, .based_on_version = version_++};
    change.upserts.emplace_back(affiliate_);
    change.audit.push_back({.actor = "user/1",
                            .action = "apiKey.update",
                            .subject = "apiKey/7",
                            .before = R"({"active":true})",
                            .after = R"({"active":false})"});
    ASSERT_TRUE(Apply(std::move(change)));
    EXPECT_EQ(WaitingTypes(wants), Types{"key.deactivated"});
    EXPECT_EQ(Waiting(wants).front().content, R"({"apiKeyId":"7"})");
    EXPECT_TRUE(Waiting(other).empty());
}

TEST_P(OutboxContract, AMailIsStoredWithItsChangeOrNotAtAll) {
    const DestinationId mails = outbox::MailDestination(owner_);
    affiliate_.name = "Another name";
    app::CatalogueChange change{.owner = owner_, .based_on_version = version_ - 2};
    change.upserts.emplace_back(affiliate_);
    change.mails = {{outbox::MailType::kInvitation, "c0de"}, {outbox::MailType::kPasswordReset, "cafe"}};
    EXPECT_FALSE(Apply(change));
    EXPECT_TRUE(Waiting(mails).empty());
    change.based_on_version = version_++;
    ASSERT_TRUE(Apply(change));
    const auto waiting = Waiting(mails);
    ASSERT_EQ(waiting.size(), 2U);
    EXPECT_EQ(waiting[0].kind, outbox::DestinationKind::kMail);
    EXPECT_EQ(waiting[0].type, "invitation");
    EXPECT_EQ(waiting[1].content, "cafe");
    EXPECT_EQ(waiting[0].queued.player, std::nullopt);
    ASSERT_EQ(LeaseIn(*ledger_, mails).size(), 1U);
    ASSERT_TRUE(Record(mails, waiting[0], 250, outbox::Fate::kDelivered));
    EXPECT_EQ(WaitingTypes(mails), (std::vector<std::string>{"passwordReset"}));
}

TEST_P(OutboxContract, SomethingIsAnnouncedOnce) {
    const DestinationId webhook = AddWebhook({outbox::WebhookType::kFeedSilent});
    const Timestamp since{Now().micros - kMicrosPerSecond};
    const auto announce = [&](Timestamp from) {
        return app::Await<Status>([&](auto done) {
            ledger_->outbox().AnnounceOnce(owner_, app::FeedSilentEntry(brand_, from), from, {}, std::move(done));
        });
    };
    ASSERT_TRUE(announce(since));
    ASSERT_TRUE(announce(since));
    EXPECT_EQ(WaitingTypes(webhook), Types{"feed.silent"});
    ASSERT_TRUE(announce(Timestamp{Now().micros + kMicrosPerSecond}));
    EXPECT_EQ(Waiting(webhook).size(), 2U);
}

TEST_P(OutboxContract, OldMessagesAreDroppedAndCounted) {
    const DestinationId destination = Subscribe({Trigger::kRegistration, Trigger::kDeposit});
    Register();
    Deposit("d-1");
    const auto messages = Waiting(destination);
    ASSERT_TRUE(Record(destination, messages[0], 200, outbox::Fate::kDelivered));
    const Timestamp later{Now().micros + kMicrosPerDay};
    dynamic_cast<RelationalLedger&>(*ledger_).Retain(
        {.drop_clicks_after_micros = 0, .archive_after_micros = 0, .drop_messages_after_micros = kMicrosPerDay / 2},
        later);
    EXPECT_EQ(List({}).items.size(), 1U) << "the waiting one stays";
    static constexpr Sql kAttemptsLeft("SELECT count(*) FROM outbox_attempts");
    EXPECT_EQ(Count(kAttemptsLeft), 0);
    static constexpr Sql kCounted("SELECT CAST(sum(delivered) AS BIGINT) FROM outbox_counts");
    EXPECT_EQ(Count(kCounted), 1);
}

TEST_P(OutboxContract, TheHealthCountsWhatWaitsAndWhatHasFailed) {
    const DestinationId destination = Subscribe({Trigger::kRegistration, Trigger::kDeposit});
    Register();
    Deposit("d-1");
    ASSERT_TRUE(Record(destination, Waiting(destination).front(), 500, outbox::Fate::kFailed));
    const auto health = *app::Await<app::OutboxHealth>(
        [&](auto done) { ledger_->outbox().ReadHealth(owner_, {destination}, std::move(done)); });
    ASSERT_EQ(health.waiting.size(), 1U);
    EXPECT_EQ(health.waiting.front().count, 1);
    EXPECT_EQ(health.failed, 1);
}

INSTANTIATE_TEST_SUITE_P(Engines, OutboxContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

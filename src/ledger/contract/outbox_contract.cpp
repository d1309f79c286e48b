#include "app/await.hpp"
#include "app/outbox/audit_notices.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "domain/outbox/mail.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"
#include "ledger/outbox/message_rows.hpp"
#include "ledger/relational_ledger.hpp"

namespace fairlead::ledger {
namespace {

using app::DeliveryStatus;
using app::LaneKey;
using events::EventType;
using outbox::Trigger;
using tracking::NthId;

constexpr std::int64_t kLease = 10 * kMicrosPerSecond;

// An affiliate with a CPA deal and a postback, and a player that it brings.
class OutboxContract : public LedgerContract {
protected:
    void SetUp() override {
        owner_ = MakeOperator();
        deal_.id = DealId::New();
        deal_.name = "CPA";
        deal_.created_at = Now();
        deal_.versions = {{.number = 1,
                           .terms = {.cpa = commission::CpaTerms{.amount = *Decimal::Parse("50")}},
                           .created_at = Now()}};
        affiliate_ = {.id = NthId<AffiliateId>(1), .name = "Affiliate", .email = "a@b.example", .created_at = Now()};
        affiliate_.deals = {deal_.id};
        app::CatalogueChange change{.owner = owner_, .based_on_version = version_++};
        change.upserts.emplace_back(deal_);
        change.upserts.emplace_back(affiliate_);
        ASSERT_TRUE(Apply(std::move(change)));
        brand_ = BrandOf(owner_);
    }

    DestinationId Subscribe(std::vector<Trigger> triggers) {
        const outbox::Postback postback{.id = DestinationId::New(),
                                        .affiliate = affiliate_.id,
                                        .name = "Tracker",
                                        .triggers = std::move(triggers),
                                        .scope = {},
                                        .url = "https://t.example/?e={event}",
                                        .created_at = Now()};
        app::CatalogueChange change{.owner = owner_, .based_on_version = version_++};
        change.upserts.emplace_back(postback);
        EXPECT_TRUE(Apply(std::move(change)));
        return postback.id;
    }

    DestinationId AddWebhook(std::vector<outbox::WebhookType> types) {
        const outbox::Webhook webhook{.id = DestinationId::New(),
                                      .url = "https://o.example/",
                                      .types = std::move(types),
                                      .pause_reason = {},
                                      .secret_sealed = "sealed",
                                      .previous_sealed = {},
                                      .created_at = Now()};
        app::CatalogueChange change{.owner = owner_, .based_on_version = version_++};
        change.upserts.emplace_back(webhook);
        EXPECT_TRUE(Apply(std::move(change)));
        return webhook.id;
    }

    static std::vector<Trigger> AllTriggers() {
        return {Trigger::kRegistration, Trigger::kFirstDeposit, Trigger::kDeposit,
                Trigger::kQualified,    Trigger::kCommission,   Trigger::kReversal};
    }

    void Register(const std::string& player = "player-1") {
        tracking::Click click = ClickOf(brand_, 1);
        ASSERT_TRUE(Track(*ledger_, owner_, std::span(&click, 1)));
        auto registration = MakeEvent(brand_, "r-" + player, EventType::kRegistration, player);
        registration.click_id = click.id.ToString();
        click_ = click.id;
        ASSERT_TRUE(Ingest(owner_, {registration}));
    }

    EventId Deposit(const std::string& key, EventType type = EventType::kDeposit) {
        auto event = MakeDeposit(brand_, key, "20");
        event.type = type;
        return Ingest(owner_, {event})->front().event_id;
    }

    std::vector<app::WaitingMessage> Waiting(DestinationId destination,
                                             std::optional<outbox::MessagePlace> after = std::nullopt) {
        return *app::Await<std::vector<app::WaitingMessage>>(
            [&](auto done) { ledger_->outbox().ReadWaiting({owner_, destination}, after, 100, std::move(done)); });
    }

    std::vector<std::string> WaitingTypes(DestinationId destination) {
        std::vector<std::string> types;
        for (const auto& message : Waiting(destination)) types.push_back(message.type);
        return types;
    }

    std::vector<app::LeasedLane> LeaseIn(app::Ledger& ledger, DestinationId destination) {
        return *app::Await<std::vector<app::LeasedLane>>(
            [&](auto done) { ledger.outbox().Lease({{owner_, destination}}, kLease, std::move(done)); });
    }

    Status Record(DestinationId destination, const app::WaitingMessage& message, int status, outbox::Fate fate) {
        app::AttemptResult result{.lane = {owner_, destination}, .place = message.queued.place, .at = Now()};
        result.status = status;
        result.duration_ms = 12;
        result.address = "https://t.example/";
        result.answer = "ok";
        result.verdict = {.fate = fate, .next_attempt_at = Timestamp{Now().micros + kMicrosPerDay}};
        result.health.failures = fate == outbox::Fate::kDelivered ? 0 : 1;
        return app::Await<Status>([&](auto done) { ledger_->outbox().Record({result}, std::move(done)); });
    }

    app::DeliveryPage List(app::DeliveryQuery query) {
        query.owner = owner_;
        return *app::Await<app::DeliveryPage>([&](auto done) { ledger_->outbox().List(query, std::move(done)); });
    }

    OperatorId owner_;
    BrandId brand_;
    ClickId click_;
    commission::Deal deal_;
    catalogue::Affiliate affiliate_;
    std::int64_t version_ = 1;
};

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

TEST_P(OutboxContract, AReplayedMessageWaitsAgainUnderTheSameId) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    Register();
    const auto message = Waiting(destination).front();
    ASSERT_TRUE(Record(destination, message, 200, outbox::Fate::kDelivered));
    const MessageId id = outbox::MessageIdOf(destination, message.queued.place);
    const auto replayed = app::Await<app::DeliveryRecord>(
        [&](auto done) { ledger_->outbox().Replay({owner_, id, "user/1"}, std::move(done)); });
    ASSERT_TRUE(replayed);
    EXPECT_EQ(replayed->status, DeliveryStatus::kWaiting);
    EXPECT_EQ(Waiting(destination).front().queued.place, message.queued.place);
    const auto unknown = app::Await<app::DeliveryRecord>(
        [&](auto done) { ledger_->outbox().Replay({owner_, MessageId::New(), "user/1"}, std::move(done)); });
    EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
}

TEST_P(OutboxContract, ARangeOfDatesIsReplayed) {
    const DestinationId destination = Subscribe({Trigger::kRegistration, Trigger::kDeposit});
    Register();
    Deposit("d-1");
    for (const auto& message : Waiting(destination)) {
        ASSERT_TRUE(Record(destination, message, 200, outbox::Fate::kDelivered));
    }
    const auto replay = [&](Timestamp from, Timestamp to) {
        return *app::Await<std::int64_t>([&](auto done) {
            ledger_->outbox().ReplayAll({owner_, destination, from, to, "user/1"}, std::move(done));
        });
    };
    EXPECT_EQ(replay(Timestamp{0}, Timestamp{1}), 0);
    EXPECT_EQ(replay(Timestamp{0}, Timestamp{Now().micros + kMicrosPerDay}), 2);
    EXPECT_EQ(Waiting(destination).size(), 2U);
}

TEST_P(OutboxContract, ARepeatedReplayChangesNothing) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    Register();
    const auto message = Waiting(destination).front();
    const MessageId id = outbox::MessageIdOf(destination, message.queued.place);
    const auto key = [](std::uint8_t number) { return app::RequestKey{.key = {number}, .request = {number}}; };
    const auto replay = [&] {
        return app::Await<app::DeliveryRecord>(
            [&](auto done) { ledger_->outbox().Replay({owner_, id, "user/1", key(1)}, std::move(done)); });
    };
    const app::ReplayRange range{owner_,   destination, Timestamp{0}, Timestamp{Now().micros + kMicrosPerDay},
                                 "user/1", key(2)};
    const auto replay_range = [&] {
        return *app::Await<std::int64_t>([&](auto done) { ledger_->outbox().ReplayAll(range, std::move(done)); });
    };
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(Record(destination, message, 200, outbox::Fate::kDelivered));
        ASSERT_TRUE(replay());
        EXPECT_EQ(Waiting(destination).size(), i == 0 ? 1U : 0U);
    }
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(Record(destination, message, 200, outbox::Fate::kDelivered));
        EXPECT_EQ(replay_range(), 1);
        EXPECT_EQ(Waiting(destination).size(), i == 0 ? 1U : 0U);
    }
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

TEST_P(OutboxContract, AMessageThatAnotherNodeDeliveredStaysDelivered) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    Register();
    const auto message = Waiting(destination).front();
    ASSERT_TRUE(Record(destination, message, 200, outbox::Fate::kDelivered));
    ASSERT_TRUE(Record(destination, message, 500, outbox::Fate::kWaits));
    EXPECT_TRUE(Waiting(destination).empty());
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

#include "ledger/contract/outbox/outbox_fixture.hpp"

namespace fairlead::ledger {
namespace {

using app::DeliveryStatus;
using outbox::Trigger;

// Messages that a person sends again.
class ReplayContract : public OutboxContract {};

TEST_P(ReplayContract, AReplayedMessageWaitsAgainUnderTheSameId) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    Register();
    const auto message = Waiting(destination).front();
    ASSERT_TRUE(Record(destination, message, 200, outbox::Fate::kDelivered));
    const auto replayed = Replay(destination, message);
    ASSERT_TRUE(replayed);
    EXPECT_EQ(replayed->status, DeliveryStatus::kWaiting);
    EXPECT_EQ(Waiting(destination).front().queued.place, message.queued.place);
    const auto unknown = app::Await<app::DeliveryRecord>(
        [&](auto done) { ledger_->outbox().Replay({owner_, MessageId::New(), "user/1"}, std::move(done)); });
    EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
}

TEST_P(ReplayContract, ARangeOfDatesIsReplayed) {
    const DestinationId destination = Subscribe({Trigger::kRegistration, Trigger::kDeposit});
    Register();
    Deposit("d-1");
    DeliverAll(destination);
    const auto replay = [&](Timestamp from, Timestamp to) {
        return *app::Await<std::int64_t>([&](auto done) {
            ledger_->outbox().ReplayAll({owner_, destination, from, to, "user/1"}, std::move(done));
        });
    };
    EXPECT_EQ(replay(Timestamp{0}, Timestamp{1}), 0);
    EXPECT_EQ(replay(Timestamp{0}, Timestamp{Now().micros + kMicrosPerDay}), 2);
    EXPECT_EQ(Waiting(destination).size(), 2U);
}

TEST_P(ReplayContract, ARepeatedReplayChangesNothing) {
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
        DeliverAll(destination);
        ASSERT_TRUE(replay());
        EXPECT_EQ(Waiting(destination).size(), i == 0 ? 1U : 0U);
    }
    for (int i = 0; i < 2; ++i) {
        DeliverAll(destination);
        EXPECT_EQ(replay_range(), 1);
        EXPECT_EQ(Waiting(destination).size(), i == 0 ? 1U : 0U);
    }
}

TEST_P(ReplayContract, AnAttemptFromBeforeAReplayDoesNotEndIt) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    Register();
    using outbox::Fate;
    std::size_t attempts = 0;
    for (const Fate fate : {Fate::kFailed, Fate::kWaits, Fate::kDelivered}) {
        const auto sent = Waiting(destination).front();
        ASSERT_TRUE(Replay(destination, sent));
        const auto recorded = Record(destination, sent, fate == Fate::kDelivered ? 200 : 500, fate);
        ASSERT_TRUE(recorded);
        const auto waiting = Waiting(destination);
        ASSERT_EQ(waiting.size(), 1U);
        EXPECT_EQ(waiting[0].queued.failures, 0);
        EXPECT_LE(waiting[0].queued.due_at, Now());
        ASSERT_EQ(recorded->size(), 1U);
        EXPECT_EQ(recorded->front().attempt, 0U);
        EXPECT_EQ(recorded->front().round, waiting[0].queued.round);
        EXPECT_EQ(List({}).items.at(0).attempts.size(), ++attempts) << "the attempt was made, so it is recorded";
    }
    const auto last = Record(destination, Waiting(destination).front(), 200, Fate::kDelivered);
    ASSERT_TRUE(last);
    EXPECT_TRUE(last->empty());
    EXPECT_TRUE(Waiting(destination).empty());
}

TEST_P(ReplayContract, ARangeIsReplayedWhileAMessageOfItIsSent) {
    const DestinationId destination = Subscribe({Trigger::kRegistration, Trigger::kDeposit});
    Register();
    Deposit("d-1");
    const auto sent = Waiting(destination);
    ASSERT_EQ(sent.size(), 2U);
    const app::ReplayRange range{owner_, destination, Timestamp{0}, Timestamp{Now().micros + kMicrosPerDay}, "user/1"};
    ASSERT_EQ(app::Await<std::int64_t>([&](auto done) { ledger_->outbox().ReplayAll(range, std::move(done)); }), 2);
    ASSERT_TRUE(Record(destination, sent[0], 500, outbox::Fate::kFailed));
    EXPECT_EQ(Waiting(destination).size(), 2U);
}

// The clock of the node that has replayed the message before was a day ahead.
TEST_P(ReplayContract, AReplayIsNoticedWhateverTheClocksOfTheNodes) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    Register();
    static constexpr Sql kReplayedAhead("UPDATE outbox_messages SET started_at = started_at + $1");
    ASSERT_TRUE(place_->Look()->Run(kReplayedAhead, {Value::Of(kMicrosPerDay)}));
    for (int i = 0; i < 2; ++i) {
        const auto sent = Waiting(destination).front();
        ASSERT_TRUE(Replay(destination, sent));
        const auto replayed = Waiting(destination).front();
        EXPECT_GT(replayed.queued.round, sent.queued.round);
        EXPECT_LE(replayed.queued.due_at, Now());
        ASSERT_TRUE(Record(destination, sent, 200, outbox::Fate::kDelivered));
        EXPECT_EQ(Waiting(destination).size(), 1U);
    }
}

TEST_P(ReplayContract, AMessageThatAnotherNodeDeliveredAfterAReplayStaysDelivered) {
    const DestinationId destination = Subscribe({Trigger::kRegistration});
    Register();
    const auto sent = Waiting(destination).front();
    ASSERT_TRUE(Replay(destination, sent));
    DeliverAll(destination);
    const auto late = Record(destination, sent, 500, outbox::Fate::kWaits);
    ASSERT_TRUE(late);
    ASSERT_EQ(late->size(), 1U);
    EXPECT_EQ(late->front().round, std::nullopt);
    EXPECT_TRUE(Waiting(destination).empty());
}

INSTANTIATE_TEST_SUITE_P(Engines, ReplayContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

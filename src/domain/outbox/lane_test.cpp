#include "domain/outbox/lane.hpp"

#include <gtest/gtest.h>

#include "domain/outbox/back_off.hpp"

namespace fairlead::outbox {
namespace {

constexpr Timestamp kNow{1'794'900'000'000'000};

QueuedMessage MessageAt(std::int64_t position, std::optional<PlayerId> player = std::nullopt, Timestamp due = kNow) {
    return {.place = {kNow, position}, .player = player, .due_at = due, .started_at = kNow, .round = kNow};
}

std::vector<std::int64_t> Positions(const std::vector<QueuedMessage>& messages) {
    std::vector<std::int64_t> positions;
    for (const auto& message : messages) positions.push_back(message.place.position);
    return positions;
}

TEST(Lane, MessagesOfOnePlayerAreSentOneAfterTheOther) {
    Lane lane;
    const PlayerId anna = PlayerId::New();
    const PlayerId berta = PlayerId::New();
    lane.Add(MessageAt(1, anna));
    lane.Add(MessageAt(2, anna));
    lane.Add(MessageAt(3, berta));
    EXPECT_EQ(Positions(lane.Take(kNow, 10)), (std::vector<std::int64_t>{1, 3}));
    EXPECT_TRUE(lane.Take(kNow, 10).empty());
    lane.Remove({kNow, 1});
    EXPECT_EQ(Positions(lane.Take(kNow, 10)), (std::vector<std::int64_t>{2}));
}

TEST(Lane, AMessageThatWaitsHoldsBackLaterOnesOfItsPlayerOnly) {
    Lane lane;
    const PlayerId anna = PlayerId::New();
    lane.Add(MessageAt(1, anna));
    lane.Add(MessageAt(2, anna));
    lane.Add(MessageAt(3));
    lane.Take(kNow, 1);
    lane.PutBack({kNow, 1}, kNow, Timestamp{kNow.micros + 1});
    EXPECT_EQ(Positions(lane.Take(kNow, 10)), (std::vector<std::int64_t>{3}));
    EXPECT_EQ(Positions(lane.Take(Timestamp{kNow.micros + 1}, 10)), (std::vector<std::int64_t>{1}));
}

TEST(Lane, MessagesWithoutAPlayerDoNotWaitForEachOther) {
    Lane lane;
    for (int i = 1; i <= 4; ++i) lane.Add(MessageAt(i));
    EXPECT_EQ(Positions(lane.Take(kNow, 3)), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(lane.in_flight(), 3U);
}

TEST(Lane, MessagesWaitForTheirTime) {
    Lane lane;
    lane.Add(MessageAt(1, std::nullopt, Timestamp{kNow.micros + 5}));
    EXPECT_TRUE(lane.Take(kNow, 1).empty());
    EXPECT_EQ(lane.CountDue(kNow, 10), 0U);
    EXPECT_EQ(lane.CountDue(Timestamp{kNow.micros + 5}, 10), 1U);
    EXPECT_EQ(lane.Take(Timestamp{kNow.micros + 5}, 1).size(), 1U);
}

TEST(Lane, AnAnsweredMessageHoldsBackItsPlayerUntilItIsRecorded) {
    Lane lane;
    const PlayerId anna = PlayerId::New();
    lane.Add(MessageAt(1, anna));
    lane.Add(MessageAt(2, anna));
    lane.Take(kNow, 10);
    lane.Answered({kNow, 1});
    EXPECT_EQ(lane.in_flight(), 0U);
    EXPECT_EQ(lane.busy(), 1U);
    EXPECT_TRUE(lane.Take(kNow, 10).empty());
    lane.Remove({kNow, 1});
    EXPECT_EQ(lane.busy(), 0U);
    EXPECT_EQ(Positions(lane.Take(kNow, 10)), (std::vector<std::int64_t>{2}));
}

TEST(Lane, AnEarlierMessageThatWasReplayedComesFirst) {
    Lane lane;
    const PlayerId anna = PlayerId::New();
    lane.Add(MessageAt(2, anna));
    EXPECT_TRUE(lane.Add(MessageAt(1, anna)));
    EXPECT_EQ(Positions(lane.Take(kNow, 10)), (std::vector<std::int64_t>{1}));
}

TEST(Lane, AnEarlierMessageWaitsForTheOneThatIsBeingSent) {
    Lane lane;
    const PlayerId anna = PlayerId::New();
    lane.Add(MessageAt(2, anna));
    lane.Take(kNow, 1);
    lane.Add(MessageAt(1, anna));
    EXPECT_TRUE(lane.Take(kNow, 10).empty());
    lane.Remove({kNow, 2});
    EXPECT_EQ(Positions(lane.Take(kNow, 10)), (std::vector<std::int64_t>{1}));
}

TEST(Lane, AMessageIsReplacedOnlyIfItWasReplayedAndIsNotBeingSent) {
    Lane lane;
    QueuedMessage replayed = MessageAt(1);
    replayed.started_at.micros += 1;
    lane.Add(MessageAt(1, std::nullopt, Timestamp{kNow.micros + 5}));
    EXPECT_FALSE(lane.Add(MessageAt(1)));
    EXPECT_TRUE(lane.Take(kNow, 1).empty());
    EXPECT_TRUE(lane.Add(replayed));
    EXPECT_EQ(lane.Take(kNow, 10).size(), 1U);
    replayed.started_at.micros += 1;
    EXPECT_FALSE(lane.Add(replayed));
    EXPECT_TRUE(lane.Take(kNow, 10).empty());
}

TEST(Lane, AReplayReplacesAMessageWhoseDestinationWasMadeActiveLater) {
    Lane lane;
    QueuedMessage resumed = MessageAt(1, std::nullopt, Timestamp{kNow.micros + 5});
    resumed.started_at.micros += 9;
    QueuedMessage replayed = MessageAt(1);
    replayed.round.micros += 1;
    lane.Add(resumed);
    EXPECT_TRUE(lane.Add(replayed));
    EXPECT_FALSE(lane.Add(resumed)) << "it was read before the replay";
    EXPECT_EQ(lane.Take(kNow, 10).size(), 1U);
}

TEST(Lane, AMessageThatWasReplayedWhileItWasSentIsSentAgain) {
    Lane lane;
    const PlayerId anna = PlayerId::New();
    const Timestamp round{kNow.micros + 1};
    lane.Add(MessageAt(1, anna));
    lane.Add(MessageAt(2, anna));
    lane.Take(kNow, 10);
    lane.Answered({kNow, 1});
    lane.StartAgain({kNow, 1}, round, kNow);
    EXPECT_EQ(lane.busy(), 0U);
    const auto again = lane.Take(kNow, 10);
    ASSERT_EQ(Positions(again), (std::vector<std::int64_t>{1})) << "later messages of the player wait for it";
    EXPECT_EQ(again[0].round, round);
    EXPECT_EQ(again[0].started_at, round);
    EXPECT_EQ(again[0].failures, 0);
}

TEST(Lane, WhatIsBeingSentStaysWhenTheRestIsRemoved) {
    Lane lane;
    const PlayerId anna = PlayerId::New();
    lane.Add(MessageAt(1, anna));
    lane.Add(MessageAt(2, anna));
    lane.Add(MessageAt(3));
    lane.Add(MessageAt(4));
    lane.Add(MessageAt(5, std::nullopt, Timestamp{kNow.micros + 5}));
    ASSERT_EQ(Positions(lane.Take(kNow, 2)), (std::vector<std::int64_t>{1, 3}));
    lane.Answered({kNow, 3});
    EXPECT_EQ(lane.RemoveWaiting(), (std::vector<MessagePlace>{{kNow, 2}, {kNow, 4}, {kNow, 5}}));
    EXPECT_EQ(lane.size(), 2U);
    EXPECT_EQ(lane.busy(), 2U);
    EXPECT_EQ(lane.in_flight(), 1U);
    lane.Add(MessageAt(6, anna));
    EXPECT_TRUE(lane.Take(Timestamp{kNow.micros + 5}, 10).empty()) << "its player waits for the answer";
    lane.Remove({kNow, 1});
    lane.Remove({kNow, 3});
    EXPECT_EQ(Positions(lane.Take(kNow, 10)), (std::vector<std::int64_t>{6}));
}

TEST(Lane, OnlyMessagesThatFailedInTheOutageAreDueAgain) {
    Lane lane;
    for (int i = 1; i <= 2; ++i) lane.Add(MessageAt(i));
    lane.Take(kNow, 2);
    const Timestamp later{kNow.micros + kMicrosPerDay};
    lane.PutBack({kNow, 1}, Timestamp{kNow.micros - 1}, later);
    lane.PutBack({kNow, 2}, kNow, later);
    lane.MakeDueAgain(kNow, kNow);
    EXPECT_EQ(Positions(lane.Take(kNow, 10)), (std::vector<std::int64_t>{2}));
}

TEST(Health, ADestinationThatAnswersGetsMoreAtOnce) {
    LaneHealth health;
    EXPECT_EQ(health.AllowedAt(kNow), 2);
    for (int i = 0; i < 100; ++i) health.OnSuccess();
    EXPECT_EQ(health.AllowedAt(kNow), 32);
}

TEST(Health, AFailingDestinationIsTriedWithOneMessageAtATime) {
    LaneHealth health;
    for (int i = 0; i < 3; ++i) health.OnFailure(kNow, 0);
    EXPECT_EQ(health.AllowedAt(kNow), 0);
    EXPECT_EQ(health.next_try_at.micros, kNow.micros + kFirstWaitMicros);
    EXPECT_EQ(health.AllowedAt(health.next_try_at), 1);
    health.OnSuccess();
    EXPECT_GT(health.AllowedAt(kNow), 0);
    EXPECT_EQ(health.failing_since, std::nullopt);
}

TEST(Health, MessagesThatFailTogetherCountOnce) {
    LaneHealth health;
    for (int i = 0; i < 32; ++i) health.OnFailure(Timestamp{kNow.micros + i}, 0);
    EXPECT_EQ(health.failures, 3);
    EXPECT_LE(health.next_try_at.micros, kNow.micros + kFirstWaitMicros + 32);
    // The next try fails, too.
    const Timestamp later = health.next_try_at;
    health.OnFailure(later, 0);
    EXPECT_EQ(health.failures, 4);
    EXPECT_EQ(health.next_try_at.micros, later.micros + 3 * kFirstWaitMicros);
}

TEST(Verdicts, OnlyTwoHundredsAreDelivered) {
    LaneHealth health;
    EXPECT_EQ(Judge({.status = 204, .retry_after_micros = {}}, MessageAt(1), kNow, 0, health).fate, Fate::kDelivered);
    for (const int status : {0, 301, 302, 400, 404, 429, 500, 503}) {
        LaneHealth fresh;
        const Verdict verdict = Judge({.status = status, .retry_after_micros = {}}, MessageAt(1), kNow, 0, fresh);
        EXPECT_EQ(verdict.fate, Fate::kWaits) << status;
        EXPECT_EQ(verdict.next_attempt_at.micros, kNow.micros + kFirstWaitMicros) << status;
        EXPECT_FALSE(verdict.pause) << status;
    }
}

TEST(Verdicts, RetryAfterIsHonouredForTheWholeDestination) {
    LaneHealth health;
    const Verdict verdict =
        Judge({.status = 429, .retry_after_micros = 60 * kMicrosPerSecond}, MessageAt(1), kNow, 0, health);
    EXPECT_EQ(verdict.next_attempt_at.micros, kNow.micros + 60 * kMicrosPerSecond);
    EXPECT_EQ(health.AllowedAt(Timestamp{kNow.micros + 59 * kMicrosPerSecond}), 0);
    EXPECT_GT(health.AllowedAt(Timestamp{kNow.micros + 60 * kMicrosPerSecond}), 0);
}

TEST(Verdicts, ASuccessDoesNotEndWhatTheReceiverAskedFor) {
    LaneHealth health;
    Judge({.status = 429, .retry_after_micros = 60 * kMicrosPerSecond}, MessageAt(1), kNow, 0, health);
    Judge({.status = 200, .retry_after_micros = {}}, MessageAt(2), kNow, 0, health);
    EXPECT_EQ(health.AllowedAt(Timestamp{kNow.micros + 59 * kMicrosPerSecond}), 0);
}

TEST(Verdicts, AMailToAnUnknownAddressFailsAtOnceAndTheServerWorks) {
    LaneHealth health;
    health.OnFailure(kNow, 0);
    const Verdict verdict = Judge({.status = 550, .is_about_message = true, .is_final = true, .may_pause = false},
                                  MessageAt(1), kNow, 0, health);
    EXPECT_EQ(verdict.fate, Fate::kFailed);
    EXPECT_EQ(health.failures, 0);
    EXPECT_EQ(health.failing_since, std::nullopt);
}

TEST(Verdicts, AMailThatIsRefusedForNowWaitsAndTheServerWorks) {
    LaneHealth health;
    const Verdict verdict =
        Judge({.status = 451, .is_about_message = true, .may_pause = false}, MessageAt(1), kNow, 0, health);
    EXPECT_EQ(verdict.fate, Fate::kWaits);
    EXPECT_GT(verdict.next_attempt_at, kNow);
    EXPECT_EQ(health.failures, 0);
}

TEST(Verdicts, AMailServerIsNeverPausedAndItsMailsFailAfterThreeDays) {
    LaneHealth health;
    health.OnFailure(Timestamp{kNow.micros - 2 * kPauseAfterMicros}, 0);
    const Answer none{.may_pause = false};
    EXPECT_FALSE(Judge(none, MessageAt(1), kNow, 0, health).pause);
    const Verdict late = Judge(none, MessageAt(1), Timestamp{kNow.micros + kTryForMicros}, 0, health);
    EXPECT_FALSE(late.pause);
    EXPECT_EQ(late.fate, Fate::kFailed);
}

TEST(Verdicts, GonePausesAtOnce) {
    LaneHealth health;
    const Verdict verdict = Judge({.status = 410, .retry_after_micros = {}}, MessageAt(1), kNow, 0, health);
    EXPECT_TRUE(verdict.pause);
    EXPECT_EQ(verdict.fate, Fate::kWaits);
}

TEST(Verdicts, ADestinationThatFailsForADayIsPaused) {
    LaneHealth health{.failing_since = Timestamp{kNow.micros - kMicrosPerDay + 1}, .next_try_at = {}};
    EXPECT_FALSE(Judge({}, MessageAt(1), kNow, 0, health).pause);
    EXPECT_TRUE(Judge({}, MessageAt(1), Timestamp{kNow.micros + 1}, 0, health).pause);
}

TEST(Verdicts, AMessageThatWasTriedForThreeDaysHasFailed) {
    LaneHealth health;
    QueuedMessage message = MessageAt(1);
    message.started_at.micros = kNow.micros - 3 * kMicrosPerDay;
    message.failures = 18;
    EXPECT_EQ(Judge({.status = 500, .retry_after_micros = {}}, message, kNow, 0, health).fate, Fate::kFailed);
}

}  // namespace
}  // namespace fairlead::outbox

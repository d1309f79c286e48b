#include "delivery/delivery.hpp"

#include <atomic>
#include <chrono>
#include <functional>

#include <gtest/gtest.h>

namespace fairlead::delivery {
namespace {

constexpr Timestamp kCreated{1'794'900'000'000'000};

// A catalogue with one operator and one postback.
class OnePostback final : public app::CatalogueStore {
public:
    OnePostback() {
        records_.self.id = OperatorId::New();
        records_.version = 1;
        records_.postbacks.push_back({.id = DestinationId::New(),
                                      .affiliate = AffiliateId::New(),
                                      .name = "Tracker",
                                      .triggers = {outbox::Trigger::kRegistration},
                                      .scope = {},
                                      .url = "https://t.example/",
                                      .created_at = kCreated});
    }

    app::LaneKey lane() const { return {records_.self.id, records_.postbacks.front().id}; }

    void Apply(app::CatalogueChange, app::StatusDone done) override { done({}); }
    void FindRecords(OperatorId, app::AnswerDone<bool> done) override { done(false); }
    void FindRequest(OperatorId, app::RequestKey, app::AnswerDone<std::optional<std::string>> done) override {
        done(std::nullopt);
    }
    void ReadImage(OperatorId, ImageId, app::AnswerDone<std::optional<std::string>> done) override {
        done(std::nullopt);
    }
    void AddAuditToAll(app::AuditEntry, app::StatusDone done) override { done({}); }
    void NoteKeyUse(std::vector<app::KeyUse>) override {}
    Result<std::vector<app::OperatorVersion>> OperatorVersions() override {
        return std::vector{app::OperatorVersion{records_.self.id, records_.version}};
    }
    Result<app::OperatorRecords> LoadOperator(OperatorId) override { return records_; }
    Result<bool> EmailExists(const std::string&) override { return false; }
    Result<std::string> SettingOrStore(const std::string&, const std::string& value) override { return value; }
    Status ReplaceSettings(const std::map<std::string, std::string>&) override { return {}; }
    void ListenForCatalogueChanges(std::function<void()>) override {}

private:
    app::OperatorRecords records_;
};

// An outbox with one message, or with more of the same player, which have one fate. A test can hold back the answers of
// reads, and play another node.
class OneMessage final : public app::Outbox {
public:
    OneMessage(app::LaneKey lane, int count) : lane_(lane), count_(count) {}

    void OnMessages(app::MessagesStored stored) override {
        const std::lock_guard lock(mutex_);
        stored_ = std::move(stored);
    }
    void WriteMails() override {}
    void FindWaiting(std::vector<app::LaneKey> lanes, app::AnswerDone<std::vector<app::LaneKey>> done) override {
        std::erase_if(lanes, [&](const app::LaneKey& lane) { return lane != lane_ || !IsWaiting(); });
        done(std::move(lanes));
    }
    void Lease(std::vector<app::LaneKey> lanes, std::int64_t,
               app::AnswerDone<std::vector<app::LeasedLane>> done) override {
        std::vector<app::LeasedLane> leased;
        {
            const std::lock_guard lock(mutex_);
            ++leases_;
            if (leasing_ == Leasing::kFails) return done(std::unexpected(Error{}));
            leased_at_ = BootMicros();
            for (const app::LaneKey& lane : lanes) {
                if (leasing_ != Leasing::kRefused) leased.push_back({lane, {}, leasing_ == Leasing::kRenewed});
            }
            if (leasing_ == Leasing::kTakenBack) leasing_ = Leasing::kRenewed;
        }
        done(std::move(leased));
    }
    void Release(std::vector<app::LaneKey>, app::StatusDone done) override {
        {
            const std::lock_guard lock(mutex_);
            released_ = true;
        }
        done({});
    }
    void ReadWaiting(app::LaneKey, std::optional<outbox::MessagePlace> after, std::size_t,
                     app::AnswerDone<std::vector<app::WaitingMessage>> done) override {
        std::vector<app::WaitingMessage> found;
        const std::lock_guard lock(mutex_);
        ++reads_;
        for (int position = 0; waiting_ && !after && position < count_; ++position) {
            app::WaitingMessage message;
            message.queued = {.place = {kCreated, position},
                              .player = player_,
                              .due_at = kCreated,
                              .started_at = round_,
                              .failures = 0,
                              .round = round_};
            message.type = "registration";
            found.push_back(std::move(message));
        }
        if (!hold_) return done(std::move(found));
        held_ = [done = std::move(done), found = std::move(found)]() mutable { done(std::move(found)); };
    }
    void Record(std::vector<app::AttemptResult> results,
                app::AnswerDone<std::vector<app::ChangedDuringAttempt>> done) override {
        std::vector<app::ChangedDuringAttempt> changed;
        {
            const std::lock_guard lock(mutex_);
            for (std::size_t i = 0; i < results.size(); ++i) {
                const bool fails = results[i].verdict.fate == outbox::Fate::kWaits;
                if (!waiting_ && fails) changed.push_back({i, std::nullopt});
                if (waiting_ && results[i].round != round_) changed.push_back({i, round_});
                waiting_ = waiting_ && (fails || results[i].round != round_);
                last_pause_ = results[i].verdict.next_attempt_at.micros - results[i].at.micros;
            }
        }
        done(std::move(changed));
    }
    void List(app::DeliveryQuery, app::AnswerDone<app::DeliveryPage> done) override { done(app::DeliveryPage()); }
    void Read(OperatorId, MessageId, app::AnswerDone<app::DeliveryRecord> done) override {
        done(app::DeliveryRecord());
    }
    void Replay(app::ReplayRequest, app::AnswerDone<app::DeliveryRecord> done) override { done(app::DeliveryRecord()); }
    void ReplayAll(app::ReplayRange, app::AnswerDone<std::int64_t> done) override { done(0); }
    void AnnounceOnce(OperatorId, app::AuditEntry, Timestamp, std::vector<outbox::MailNotice>,
                      app::StatusDone done) override {
        done({});
    }
    void ReadHealth(OperatorId, std::vector<DestinationId>, app::AnswerDone<app::OutboxHealth> done) override {
        done(app::OutboxHealth());
    }
    void ReadReportFiles(OperatorId, Timestamp, app::AnswerDone<std::vector<outbox::ReportFile>> done) override {
        done(std::vector<outbox::ReportFile>());
    }
    void ReadReportRuns(OperatorId, DestinationId, app::AnswerDone<std::vector<app::ReportRunRecord>> done) override {
        done(std::vector<app::ReportRunRecord>());
    }

    bool IsWaiting() {
        const std::lock_guard lock(mutex_);
        return waiting_;
    }
    // By another node, which does not tell this one.
    void ReplayElsewhere() {
        const std::lock_guard lock(mutex_);
        round_ = std::max(Now(), Timestamp{round_.micros + 1});
    }
    enum class Leasing : std::uint8_t { kRenewed, kTakenBack, kRefused, kFails };
    // Another node sends all messages. This node has the destination again with its next call, or not.
    void DeliverElsewhere(Leasing leasing) {
        const std::lock_guard lock(mutex_);
        waiting_ = false;
        leasing_ = leasing;
        leases_ = 0;
    }
    // Between two leases of this node.
    bool WasLeasedSince() {
        const std::lock_guard lock(mutex_);
        return leases_ > 0;
    }
    std::int64_t leased_at() {
        const std::lock_guard lock(mutex_);
        return leased_at_;
    }
    bool IsReleased() {
        const std::lock_guard lock(mutex_);
        return released_;
    }
    // After the last attempt that was recorded.
    std::int64_t last_pause() {
        const std::lock_guard lock(mutex_);
        return last_pause_;
    }
    int reads() {
        const std::lock_guard lock(mutex_);
        return reads_;
    }
    // The next read sees the ledger as it is at that moment, and answers only after LetGo.
    void HoldReads() {
        const std::lock_guard lock(mutex_);
        hold_ = true;
    }
    bool IsHolding() {
        const std::lock_guard lock(mutex_);
        return static_cast<bool>(held_);
    }
    void LetGo() {
        std::move_only_function<void()> held;
        {
            const std::lock_guard lock(mutex_);
            hold_ = false;
            held = std::move(held_);
        }
        held();
    }
    void RingAsReplayed() { Ring(true); }
    void Ring(bool replayed) {
        app::MessagesStored stored;
        {
            const std::lock_guard lock(mutex_);
            stored = stored_;
        }
        stored(lane_.owner, {.destinations = {lane_.destination}, .replayed = replayed});
    }

private:
    app::LaneKey lane_;
    const int count_;
    const PlayerId player_ = PlayerId::New();
    std::mutex mutex_;
    app::MessagesStored stored_;
    Leasing leasing_ = Leasing::kRenewed;
    int leases_ = 0;
    std::int64_t leased_at_ = 0;
    bool released_ = false;
    bool waiting_ = true;
    Timestamp round_ = kCreated;
    std::int64_t last_pause_ = 0;
    int reads_ = 0;
    bool hold_ = false;
    std::move_only_function<void()> held_;
};

// Keeps the request until the test answers it.
class OneRequest final : public app::Sender {
public:
    void Send(app::OutgoingRequest, std::move_only_function<void(app::OutgoingAnswer)> done) override {
        const std::lock_guard lock(mutex_);
        ++sent_;
        done_ = std::move(done);
    }
    int sent() {
        const std::lock_guard lock(mutex_);
        return sent_;
    }
    void Answer(int status, std::string retry_after = {}) {
        std::move_only_function<void(app::OutgoingAnswer)> done;
        {
            const std::lock_guard lock(mutex_);
            done = std::move(done_);
        }
        app::OutgoingAnswer answer;
        answer.status = status;
        answer.retry_after = std::move(retry_after);
        done(std::move(answer));
    }

private:
    std::mutex mutex_;
    int sent_ = 0;
    std::move_only_function<void(app::OutgoingAnswer)> done_;
};

bool Within(std::chrono::milliseconds span, const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + span;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

constexpr std::chrono::seconds kSoon{120};
// The queue is compared with the ledger every 30 seconds.
constexpr std::chrono::seconds kBeforeReread{20};

// Begins after the first message was sent, and before it is answered.
class MessageUnderWay : public testing::Test {
protected:
    explicit MessageUnderWay(int count) : outbox_(store_.lane(), count) {}

    void SetUp() override {
        ASSERT_TRUE(catalogue_.Refresh());
        delivery_.Start();
        ASSERT_TRUE(Within(kSoon, [&] { return sender_.sent() == 1; }));
    }
    void TearDown() override { delivery_.Stop(); }

    OnePostback store_;
    app::Catalogue catalogue_{store_};
    app::ManageCatalogue manage_{catalogue_, store_};
    OneMessage outbox_;
    OneRequest sender_;
    telemetry::Metrics metrics_;
    Delivery delivery_{{outbox_, sender_, catalogue_, manage_, metrics_}};
};

class OneMessageUnderWay : public MessageUnderWay {
protected:
    OneMessageUnderWay() : MessageUnderWay(1) {}
};

TEST_F(OneMessageUnderWay, AReadThatWasUnderWayDoesNotRepeatAMessage) {
    outbox_.HoldReads();
    outbox_.RingAsReplayed();
    ASSERT_TRUE(Within(kSoon, [&] { return outbox_.IsHolding(); }));
    sender_.Answer(200);
    ASSERT_TRUE(Within(kSoon, [&] { return !outbox_.IsWaiting(); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    outbox_.LetGo();
    EXPECT_FALSE(Within(std::chrono::milliseconds(500), [&] { return sender_.sent() > 1; }));
    if (sender_.sent() > 1) sender_.Answer(200);
}

// The first pause is at most five seconds, and the second one at least half of fifteen.
TEST_F(OneMessageUnderWay, ThePauseAfterTheSecondFailureIsLonger) {
    outbox_.ReplayElsewhere();  // So that the message has three days from now on.
    for (int attempt = 1; attempt <= 3; ++attempt) {
        ASSERT_TRUE(Within(kSoon, [&] { return sender_.sent() == attempt; }));
        sender_.Answer(500);
    }
    EXPECT_TRUE(Within(kBeforeReread, [&] { return outbox_.last_pause() > 7 * kMicrosPerSecond; }));
}

// 503 with Retry-After makes the destination wait, and the replayed message must not.
TEST_F(OneMessageUnderWay, AReplaySendsTheMessageAgainWhateverTheAnswer) {
    outbox_.ReplayElsewhere();
    sender_.Answer(503, "3600");
    ASSERT_TRUE(Within(kBeforeReread, [&] { return sender_.sent() == 2; }));
    outbox_.ReplayElsewhere();
    outbox_.RingAsReplayed();
    sender_.Answer(200);
    ASSERT_TRUE(Within(kSoon, [&] { return sender_.sent() == 3; }));
    sender_.Answer(200);
    ASSERT_TRUE(Within(kSoon, [&] { return !outbox_.IsWaiting(); }));
    EXPECT_FALSE(Within(std::chrono::milliseconds(300), [&] { return sender_.sent() > 3; }));
}

TEST_F(OneMessageUnderWay, CommitsShortlyAfterEachOtherShareARead) {
    const auto began = std::chrono::steady_clock::now();
    const int before = outbox_.reads();
    for (int i = 0; i < 100; ++i) {
        outbox_.Ring(/*replayed=*/false);
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
    ASSERT_TRUE(Within(kSoon, [&] { return outbox_.reads() > before; }));
    const int reads = outbox_.reads() - before;
    const auto took =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began).count();
    EXPECT_LE(reads, took / 50 + 2);
    sender_.Answer(200);
}

// The second message waits for the first one, because they have the same player.
class TwoMessagesUnderWay : public MessageUnderWay {
protected:
    using Leasing = OneMessage::Leasing;

    TwoMessagesUnderWay() : MessageUnderWay(2) {}

    // A destination with an empty queue is released after a few seconds.
    void ExpectNothingMoreIsSent() {
        EXPECT_TRUE(Within(kSoon, [&] { return outbox_.IsReleased() || sender_.sent() > 1; }));
        EXPECT_EQ(sender_.sent(), 1);
    }
    void DeliverElsewhere(Leasing leasing) {
        outbox_.DeliverElsewhere(leasing);
        ASSERT_TRUE(Within(kSoon, [&] { return outbox_.WasLeasedSince(); }));
    }
};

TEST_F(TwoMessagesUnderWay, AnotherNodeThatHadTheDestinationHasSentWhatWasRead) {
    DeliverElsewhere(Leasing::kTakenBack);
    sender_.Answer(200);
    ExpectNothingMoreIsSent();
}

TEST_F(TwoMessagesUnderWay, AReadFromBeforeTheLeaseDoesNotCount) {
    outbox_.HoldReads();
    outbox_.RingAsReplayed();
    ASSERT_TRUE(Within(kSoon, [&] { return outbox_.IsHolding(); }));
    DeliverElsewhere(Leasing::kTakenBack);
    outbox_.LetGo();
    sender_.Answer(200);
    ExpectNothingMoreIsSent();
}

TEST_F(TwoMessagesUnderWay, NothingIsSentWhileAnotherNodeHasTheDestination) {
    DeliverElsewhere(Leasing::kRefused);
    sender_.Answer(200);
    ExpectNothingMoreIsSent();
}

// The ledger has given the lease back to this node before, and the answer was lost.
TEST_F(TwoMessagesUnderWay, ALeaseThatWasOverWhenItWasRenewedBeginsAgain) {
    DeliverElsewhere(Leasing::kFails);
    const std::int64_t over_at = outbox_.leased_at() + 16 * kMicrosPerSecond;
    ASSERT_TRUE(Within(kSoon, [&] { return BootMicros() > over_at; }));
    DeliverElsewhere(Leasing::kRenewed);
    sender_.Answer(200);
    ExpectNothingMoreIsSent();
}

TEST_F(OneMessageUnderWay, AMessageThatAnotherNodeDeliveredIsNotTriedAgain) {
    outbox_.DeliverElsewhere(OneMessage::Leasing::kRenewed);
    sender_.Answer(503);
    EXPECT_TRUE(Within(kSoon, [&] { return outbox_.IsReleased() || sender_.sent() > 1; }));
    EXPECT_EQ(sender_.sent(), 1);
}

}  // namespace
}  // namespace fairlead::delivery

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <thread>

#include "app/await.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/record/event_rows.hpp"

namespace fairlead::ledger {
namespace {

using events::EventType;
using events::ReceiptStatus;

constexpr Sql kEvents("SELECT count(*) FROM events");
constexpr Sql kPlayers("SELECT count(*) FROM players");
constexpr Sql kSeqs("SELECT seq FROM events ORDER BY seq");

TEST_P(LedgerContract, AnAcceptedEventIsStoredWithEveryMember) {
    const OperatorId owner = MakeOperator();
    events::Event event = MakeDeposit(BrandOf(owner), "deposit_1", "-0.00000001", "spieler-ß");
    event.click_id = "click-1";
    event.country = "DE";
    event.product = "casino";
    event.game = "Book of 墨";
    event.user_agent = "Mozilla/5.0";
    event.ip_hash = "00ff";
    event.unknown_members = R"({"vip":true})";
    const auto receipts = Ingest(owner, {event});
    ASSERT_TRUE(receipts);
    EXPECT_EQ(receipts->front().status, ReceiptStatus::kAccepted);

    const std::vector<std::int64_t> first{1};
    const auto connection = place_->Look();
    const auto stored = ReadEvents(*connection, owner, first);
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->front().stored.id, receipts->front().event_id);
    EXPECT_EQ(stored->front().stored.event, event);
}

TEST_P(LedgerContract, AKnownKeyIsADuplicateOfTheFirstEventEvenAfterARestart) {
    const OperatorId owner = MakeOperator();
    const auto event = MakeEvent(BrandOf(owner), "registration_1");
    const auto first = Ingest(owner, {event});
    const auto second = Ingest(owner, {event});
    Reopen();
    const auto third = Ingest(owner, {event});
    for (const auto& again : {second, third}) {
        EXPECT_EQ(again->front().status, ReceiptStatus::kDuplicate);
        EXPECT_EQ(again->front().event_id, first->front().event_id);
    }
    EXPECT_EQ(Count(kEvents), 1);
}

TEST_P(LedgerContract, ManyEventsAtOnceAreStoredAsTheyAreAndFoundAgain) {
    const OperatorId owner = MakeOperator();
    const std::array<std::string, 12> amounts{"0",           "1",           "-1",    "0.00000001",
                                              "-0.00010000", "9999",        "10000", "10000.5",
                                              "100000000",   "-12345.6789", "0.1",   "99999999999999.99999999"};
    std::vector<events::Event> batch;
    for (std::size_t i = 0; i < 300; ++i) {
        // Every third player has two events.
        batch.push_back(MakeDeposit(BrandOf(owner), "key " + std::to_string(i), amounts[i % amounts.size()],
                                    "player\t\\N " + std::to_string(i % 225)));
        if (i % 2 == 0) batch.back().game = "Book of 墨";
        if (i % 10 == 0) batch.back().type = EventType::kFirstDeposit;
        if (i % 10 == 1)
            batch.back() = MakeEvent(BrandOf(owner), "key " + std::to_string(i), EventType::kRegistration,
                                     batch.back().player_ref);
    }
    const auto receipts = Ingest(owner, batch);
    ASSERT_TRUE(receipts);
    std::vector<std::int64_t> seqs(batch.size());
    std::iota(seqs.begin(), seqs.end(), 1);
    const auto stored = ReadEvents(*place_->Look(), owner, seqs);
    ASSERT_TRUE(stored);
    ASSERT_EQ(stored->size(), batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
        EXPECT_EQ((*stored)[i].seq, seqs[i]);
        EXPECT_EQ((*stored)[i].stored.id, (*receipts)[i].event_id);
        EXPECT_EQ((*stored)[i].stored.event, batch[i]);
    }
    EXPECT_EQ(Count(kPlayers), 225);
    // In reverse order, with some new events in between.
    std::vector<events::Event> again(batch.rbegin(), batch.rend());
    for (std::size_t i = 0; i < 300; i += 7) again[i].idempotency_key += " new";
    const auto second = Ingest(owner, again);
    ASSERT_TRUE(second);
    for (std::size_t i = 0; i < again.size(); ++i) {
        const bool is_new = i % 7 == 0;
        EXPECT_EQ((*second)[i].status, is_new ? ReceiptStatus::kAccepted : ReceiptStatus::kDuplicate);
        EXPECT_EQ((*second)[i].event_id == (*receipts)[again.size() - 1 - i].event_id, !is_new);
    }
    EXPECT_EQ(Health(owner).difference_count, 0);
}

TEST_P(LedgerContract, TwoOperatorsUseTheSameKeyIndependently) {
    for (const char* name : {"One", "Two"}) {
        const OperatorId owner = MakeOperator(name);
        EXPECT_EQ(Ingest(owner, {MakeEvent(BrandOf(owner), "shared")})->front().status, ReceiptStatus::kAccepted);
    }
    EXPECT_EQ(Count(kEvents), 2);
}

TEST_P(LedgerContract, WithinABatchTheFirstUseOfAKeyIsAccepted) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    const auto receipts =
        Ingest(owner, {MakeDeposit(brand, "a", "1"), MakeDeposit(brand, "b", "2"), MakeDeposit(brand, "a", "1")});
    ASSERT_EQ(receipts->size(), 3U);
    EXPECT_EQ((*receipts)[0].status, ReceiptStatus::kAccepted);
    EXPECT_EQ((*receipts)[1].status, ReceiptStatus::kAccepted);
    EXPECT_EQ((*receipts)[2].status, ReceiptStatus::kDuplicate);
    EXPECT_EQ((*receipts)[2].event_id, (*receipts)[0].event_id);
}

TEST_P(LedgerContract, ADuplicateWithOtherContentIsCountedOncePerContent) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    const auto first = Ingest(owner, {MakeDeposit(brand, "k", "10")});
    EXPECT_TRUE(Ingest(owner, {MakeDeposit(brand, "k", "10")}));
    EXPECT_EQ(Health(owner).difference_count, 0);
    EXPECT_TRUE(Ingest(owner, {MakeDeposit(brand, "k", "11")}));
    EXPECT_TRUE(Ingest(owner, {MakeDeposit(brand, "k", "11")}));
    const auto health = Health(owner);
    EXPECT_EQ(health.difference_count, 2);
    ASSERT_EQ(health.differences.size(), 1U);
    EXPECT_EQ(health.differences.front().first_event, first->front().event_id);
    EXPECT_EQ(health.differences.front().idempotency_key, "k");
    EXPECT_EQ(health.differences.front().count, 2);
}

TEST_P(LedgerContract, APlayerIsCreatedOncePerBrandAndReference) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    EXPECT_TRUE(Ingest(owner, {MakeDeposit(brand, "1", "1", "a"), MakeDeposit(brand, "2", "1", "a"),
                               MakeDeposit(brand, "3", "1", "b")}));
    EXPECT_TRUE(Ingest(owner, {MakeEvent(brand, "4", EventType::kRegistration, "a")}));
    EXPECT_EQ(Count(kPlayers), 2);
}

TEST_P(LedgerContract, ASecondRegistrationOrFirstDepositIsAnAnomaly) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    events::Event first_deposit = MakeDeposit(brand, "fd1", "20");
    first_deposit.type = EventType::kFirstDeposit;
    EXPECT_TRUE(Ingest(owner, {MakeEvent(brand, "r1"), first_deposit}));
    EXPECT_EQ(Health(owner).anomaly_count, 0);
    first_deposit.idempotency_key = "fd2";
    const auto again = Ingest(owner, {MakeEvent(brand, "r2"), first_deposit});
    EXPECT_EQ((*again)[0].status, ReceiptStatus::kAccepted);
    EXPECT_EQ((*again)[1].status, ReceiptStatus::kAccepted);
    const auto health = Health(owner);
    ASSERT_EQ(health.anomaly_count, 2);
    EXPECT_EQ(health.anomalies[0].kind, "repeated_first_deposit");
    EXPECT_EQ(health.anomalies[0].event, (*again)[1].event_id);
    EXPECT_EQ(health.anomalies[1].kind, "repeated_registration");
}

TEST_P(LedgerContract, FeedsShowTheLatestEventPerBrandAndType) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    auto late = MakeDeposit(brand, "late", "1");
    late.time = *Timestamp::ParseIso8601("2026-04-01T00:00:00Z");
    EXPECT_TRUE(Ingest(owner, {late}));
    EXPECT_TRUE(Ingest(owner, {MakeDeposit(brand, "early", "1"), MakeEvent(brand, "r")}));
    const auto feeds = Health(owner).feeds;
    ASSERT_EQ(feeds.size(), 2U);
    EXPECT_EQ(feeds[0].event_type, "deposit");
    EXPECT_EQ(feeds[0].last_event_time, late.time);
    EXPECT_EQ(feeds[0].count, 2);
    EXPECT_EQ(feeds[1].event_type, "registration");
    EXPECT_EQ(feeds[1].count, 1);
}

TEST_P(LedgerContract, TheSameKeyFromManyThreadsIsAcceptedOnce) {
    const OperatorId owner = MakeOperator();
    const auto event = MakeEvent(BrandOf(owner), "contested");
    std::atomic<int> accepted{0};
    std::mutex mutex;
    std::set<EventId> ids;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 64; ++i) {
            threads.emplace_back([&] {
                const auto receipts = Ingest(owner, {event});
                ASSERT_TRUE(receipts);
                if (receipts->front().status == ReceiptStatus::kAccepted) ++accepted;
                const std::lock_guard lock(mutex);
                ids.insert(receipts->front().event_id);
            });
        }
    }
    EXPECT_EQ(accepted, 1);
    EXPECT_EQ(ids.size(), 1U);
    EXPECT_EQ(Count(kEvents), 1);
}

// Only a server can have two nodes.
class TwoNodes : public LedgerContract {};
INSTANTIATE_TEST_SUITE_P(Shared, TwoNodes, testing::Values("Postgres"));

TEST_P(TwoNodes, AcceptTheSameKeyOnce) {
    const OperatorId owner = MakeOperator();
    const auto event = MakeEvent(BrandOf(owner), "contested");
    const auto second_node = place_->Open(metrics_);
    std::atomic<int> accepted{0};
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 64; ++i) {
            threads.emplace_back([&, i] {
                app::Ledger& node = i % 2 == 1 ? *second_node : *ledger_;
                if (IngestInto(node, owner, {event})->front().status == ReceiptStatus::kAccepted) ++accepted;
            });
        }
    }
    EXPECT_EQ(accepted, 1);
}

TEST_P(LedgerContract, SequenceNumbersHaveNoGaps) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&, t] {
                for (int i = 0; i < 10; ++i) {
                    const std::string key = std::to_string(t) + "-" + std::to_string(i);
                    EXPECT_TRUE(Ingest(owner, {MakeDeposit(brand, key, "1", key), MakeDeposit(brand, "common", "1")}));
                }
            });
        }
    }
    const auto rows = place_->Look()->Query(kSeqs, {});
    ASSERT_EQ(rows->size(), 81U);
    for (std::size_t i = 0; i < rows->size(); ++i) EXPECT_EQ(rows->Integer(i), static_cast<std::int64_t>(i + 1));
}

TEST_P(LedgerContract, AmountsAreExactToTheLastDigit) {
    const OperatorId owner = MakeOperator();
    const std::vector<std::string> amounts{"0", "0.00000001", "-999999999999999.99999999", "999999999999999.99999999",
                                           "1.5"};
    std::vector<events::Event> batch;
    for (const auto& amount : amounts) batch.push_back(MakeDeposit(BrandOf(owner), amount, amount));
    ASSERT_TRUE(Ingest(owner, batch));
    const std::vector<std::int64_t> seqs{1, 2, 3, 4, 5};
    const auto connection = place_->Look();
    const auto stored = ReadEvents(*connection, owner, seqs);
    for (std::size_t i = 0; i < amounts.size(); ++i) {
        EXPECT_EQ((*stored)[i].stored.event.money->amount.ToString(), amounts[i]);
    }
}

TEST_P(LedgerContract, AnInvalidEventIsADuplicateIfItsKeyIsKnownAndLeavesNothing) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    const auto first = Ingest(owner, {MakeDeposit(brand, "known", "1")});
    ASSERT_TRUE(first);
    std::vector<events::SubmittedEvent> submitted;
    for (const std::string key : {"known", "new", "new", "new"}) {
        submitted.push_back(
            {MakeEvent(brand, key, events::EventType::kRegistration, "somebody"), events::DigestKey(owner, key)});
        submitted.back().is_valid = false;
    }
    submitted[2].is_valid = true;
    const auto receipts = app::Await<std::vector<events::Receipt>>(
        [&](auto done) { ledger_->intake().Ingest(owner, submitted, std::move(done)); });
    ASSERT_TRUE(receipts);
    EXPECT_EQ((*receipts)[0].event_id, first->front().event_id);
    using enum events::ReceiptStatus;
    const std::vector expected{kDuplicate, kRefused, kAccepted, kDuplicate};
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ((*receipts)[i].status, expected[i]) << i;
    EXPECT_EQ((*receipts)[3].event_id, (*receipts)[2].event_id);
    EXPECT_EQ(Count(kEvents), 2);
}

TEST_P(LedgerContract, BatchesSubmittedBeforeStopAreStillAnswered) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    std::vector<events::SubmittedEvent> submitted;
    for (int i = 0; i < 500; ++i) {
        const std::string key = std::to_string(i);
        submitted.push_back({MakeDeposit(brand, key, "1"), events::DigestKey(owner, key)});
    }
    std::atomic<int> stored{0};
    for (const auto& one : submitted) {
        ledger_->intake().Ingest(owner, std::span(&one, 1),
                                 [&](auto receipts) { stored += receipts.has_value() ? 1 : 0; });
    }
    ledger_->Stop();
    EXPECT_EQ(stored, 500);
    EXPECT_EQ(Count(kEvents), 500);
}

}  // namespace
}  // namespace fairlead::ledger

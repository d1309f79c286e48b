#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "app/ports/fact_blocks.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"

namespace fairlead::ledger {
namespace {

using app::FactBlockRecord;
using app::ProjectionHold;

constexpr Sql kEndHolder(
    "SELECT CASE WHEN pg_terminate_backend(pid) THEN 1 ELSE 0 END FROM pg_locks WHERE locktype = 'advisory'"
    " AND classid = 72461770 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
constexpr Sql kSpoil("UPDATE fact_blocks SET payload = $1 WHERE block_no = 2");

constexpr std::int64_t kAllFacts = 1'000'000;

class FactBlocksContract : public LedgerContract {
protected:
    app::FactBlocks& blocks() { return ledger_->fact_blocks(); }

    // Stores one block per batch. `batches` are their numbers of deposits.
    void Write(OperatorId owner, std::initializer_list<int> batches) {
        for (const int size : batches) {
            std::vector<events::Event> batch;
            for (int i = 0; i < size; ++i) {
                batch.push_back(MakeDeposit(BrandOf(owner), std::to_string(++keys_), "1"));
            }
            ASSERT_TRUE(Ingest(owner, std::move(batch)));
        }
    }

    std::vector<std::int64_t> NumbersAfter(OperatorId owner, Timestamp after, std::int64_t facts_max) {
        std::vector<std::int64_t> numbers;
        const auto read = blocks().ReadBlocks(owner, after, facts_max);
        EXPECT_TRUE(read);
        for (const FactBlockRecord& block : *read) numbers.push_back(block.number);
        return numbers;
    }

    // The result after the server has noticed that a connection ended; until then the old connection holds the lock.
    static ProjectionHold HoldInTheEnd(app::FactBlocks& blocks) {
        auto hold = blocks.HoldProjection();
        for (int attempt = 0; attempt < 1000 && (!hold || *hold == ProjectionHold::kOther); ++attempt) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            hold = blocks.HoldProjection();
        }
        return *hold;
    }

    int keys_ = 0;
};

using Numbers = std::vector<std::int64_t>;

TEST_P(FactBlocksContract, TheNewestBlockOfEveryOperatorWithBlocksIsReturned) {
    const OperatorId one = MakeOperator("One");
    const OperatorId two = MakeOperator("Two");
    MakeOperator("None");
    EXPECT_TRUE(blocks().NewestBlocks()->empty());
    Write(one, {1, 1, 1});
    Write(two, {5});
    const auto newest = *blocks().NewestBlocks();
    ASSERT_EQ(newest.size(), 2U);
    for (const auto& [owner, count] : {std::pair{one, 3}, {two, 1}}) {
        const auto all = *blocks().ReadBlocks(owner, {0}, kAllFacts);
        ASSERT_EQ(all.size(), static_cast<std::size_t>(count));
        const app::BlockMark expected{owner, count, all.back().recorded_at};
        EXPECT_EQ(std::ranges::count(newest, expected), 1);
    }
}

TEST_P(FactBlocksContract, BlocksComeInOrderWithTheirFacts) {
    const OperatorId owner = MakeOperator("One");
    Write(MakeOperator("Two"), {3});
    Write(owner, {1, 4, 2});
    const auto all = *blocks().ReadBlocks(owner, {0}, kAllFacts);
    ASSERT_EQ(all.size(), 3U);
    std::int64_t number = 0;
    Timestamp last{0};
    for (const FactBlockRecord& block : all) {
        EXPECT_EQ(block.number, ++number);
        EXPECT_GT(block.recorded_at, last);
        last = block.recorded_at;
        std::int64_t facts = 0;
        EXPECT_TRUE(facts::ReadBlock(block.bytes, block.recorded_at, {.event = [&](const auto&) { ++facts; }}));
        EXPECT_EQ(block.fact_count, facts);
    }
    EXPECT_EQ(NumbersAfter(owner, all[0].recorded_at, kAllFacts), (Numbers{2, 3}));
    EXPECT_EQ(NumbersAfter(owner, {all[0].recorded_at.micros - 1}, kAllFacts), (Numbers{1, 2, 3}));
    EXPECT_EQ(NumbersAfter(owner, all[2].recorded_at, kAllFacts), Numbers{});
}

TEST_P(FactBlocksContract, BlocksAreReadUpToTheLimitButAtLeastOne) {
    const OperatorId owner = MakeOperator();
    Write(owner, {2, 3, 10, 1});
    EXPECT_EQ(NumbersAfter(owner, {0}, 1), Numbers{1});
    EXPECT_EQ(NumbersAfter(owner, {0}, 4), Numbers{1});
    EXPECT_EQ(NumbersAfter(owner, {0}, 5), (Numbers{1, 2}));
    EXPECT_EQ(NumbersAfter(owner, {0}, 15), (Numbers{1, 2, 3}));
    EXPECT_EQ(NumbersAfter(owner, {0}, 16), (Numbers{1, 2, 3, 4}));
}

TEST_P(FactBlocksContract, ADamagedBlockIsEmptyAndHidesNoOther) {
    const OperatorId owner = MakeOperator();
    Write(owner, {1, 1, 1});
    constexpr std::array<std::uint8_t, 3> kGarbage{7, 8, 9};
    ASSERT_TRUE(place_->Look()->Run(kSpoil, {Value::Of(std::span<const std::uint8_t>(kGarbage))}));
    const auto all = *blocks().ReadBlocks(owner, {0}, kAllFacts);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_TRUE(all[1].bytes.empty());
    EXPECT_FALSE(all[2].bytes.empty());
}

TEST_P(FactBlocksContract, TheHolderOfTheProjectionKeepsItUntilItDisconnects) {
    EXPECT_EQ(*blocks().HoldProjection(), ProjectionHold::kTaken);
    EXPECT_EQ(*blocks().HoldProjection(), ProjectionHold::kKept);
    if (GetParam() == "Sqlite") return;  // Only one process uses the ledger.
    const auto other = place_->Open(metrics_);
    EXPECT_EQ(*other->fact_blocks().HoldProjection(), ProjectionHold::kOther);
    EXPECT_EQ(*blocks().HoldProjection(), ProjectionHold::kKept);
    ledger_.reset();
    EXPECT_EQ(HoldInTheEnd(other->fact_blocks()), ProjectionHold::kTaken);
    EXPECT_EQ(*other->fact_blocks().HoldProjection(), ProjectionHold::kKept);
}

TEST_P(FactBlocksContract, AHoldThatWasLostWithItsConnectionIsNotReportedAsKept) {
    if (GetParam() == "Sqlite") return;  // There is no connection to lose.
    EXPECT_EQ(*blocks().HoldProjection(), ProjectionHold::kTaken);
    EXPECT_EQ(place_->Look()->Query(kEndHolder, {})->size(), 1U);
    EXPECT_EQ(HoldInTheEnd(blocks()), ProjectionHold::kTaken);
}

INSTANTIATE_TEST_SUITE_P(Engines, FactBlocksContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

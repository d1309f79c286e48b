#include <gmock/gmock.h>

#include "app/ports/fact_blocks.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/verify/block_check.hpp"
#include "ledger/verify/verify.hpp"

namespace fairlead::ledger {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Sql kStoredPayload("SELECT payload FROM fact_blocks WHERE operator_id = $1 AND block_no = 2");
constexpr Sql kSetPayload("UPDATE fact_blocks SET payload = $1 WHERE operator_id = $2 AND block_no = 2");
constexpr Sql kSetClickCount("UPDATE fact_blocks SET click_count = $1 WHERE operator_id = $2 AND block_no = 2");
constexpr Sql kDeleteBlock("DELETE FROM fact_blocks WHERE operator_id = $1 AND block_no = 2");

class BlockCheckContract : public LedgerContract {
protected:
    void SetUp() override {
        owner_ = MakeOperator();
        const BrandId brand = BrandOf(owner_);
        for (const char* key : {"a", "b", "c"}) {
            std::vector<events::Event> batch{MakeDeposit(brand, key, "10")};
            ASSERT_TRUE(Ingest(owner_, std::move(batch)));
        }
        connection_ = place_->Look();
    }

    std::string Stored() { return connection_->Query(kStoredPayload, {Value::Of(owner_)})->String(0); }
    void Store(const std::string& payload) {
        const std::span bytes(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size());
        ASSERT_TRUE(connection_->Run(kSetPayload, {Value::Of(bytes), Value::Of(owner_)}));
    }
    std::vector<std::string> Check() {
        std::vector<std::string> found;
        BlockCheck check(*connection_, owner_, [&](const std::string& sentence) { found.push_back(sentence); });
        EXPECT_TRUE(check.CheckRows());
        EXPECT_TRUE(check.CheckContents());
        return found;
    }

    OperatorId owner_;
    std::unique_ptr<Connection> connection_;
};

TEST_P(BlockCheckContract, BlocksAsTheyWereWrittenPass) {
    EXPECT_THAT(Check(), IsEmpty());
    const auto report = VerifyLedger(*connection_, {}, {.depth = app::VerificationDepth::kScrub, .expected = {}});
    ASSERT_TRUE(report);
    EXPECT_THAT(report->differences, IsEmpty());
}

TEST_P(BlockCheckContract, AFlippedBitInABlockIsFoundAndTheBlockIsNotRead) {
    const std::string stored = Stored();
    for (std::size_t bit = 0; bit < stored.size() * 8; bit += bit < 96 ? 1 : 7) {
        std::string damaged = stored;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
        Store(damaged);
        EXPECT_THAT(Check(), Contains(HasSubstr("table fact_blocks, block 2 "))) << "bit " << bit;
        const auto blocks = ledger_->fact_blocks().ReadBlocks(owner_, {0}, 1'000'000);
        ASSERT_TRUE(blocks);
        EXPECT_TRUE((*blocks)[1].bytes.empty()) << "bit " << bit;
    }
    Store(stored);
    EXPECT_THAT(Check(), IsEmpty());
}

TEST_P(BlockCheckContract, TheDamagedColumnIsNamed) {
    ASSERT_TRUE(connection_->Run(kSetClickCount, {Value::Of(std::int64_t{4}), Value::Of(owner_)}));
    EXPECT_THAT(Check(),
                Contains(AllOf(HasSubstr("block 2 "), HasSubstr("column click_count is not what was written"))));
    const auto report = VerifyLedger(*connection_, {});
    ASSERT_TRUE(report);
    EXPECT_THAT(report->differences, Contains(HasSubstr("column click_count")));
}

TEST_P(BlockCheckContract, AMissingBlockIsFound) {
    ASSERT_TRUE(connection_->Run(kDeleteBlock, {Value::Of(owner_)}));
    EXPECT_THAT(Check(), Contains(HasSubstr("block 3 follows block 1")));
}

INSTANTIATE_TEST_SUITE_P(Engines, BlockCheckContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

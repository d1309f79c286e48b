#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kReplaceLastHash("UPDATE operators SET last_hash = $1 WHERE operator_id = $2");
constexpr Sql kLosePlayers("DELETE FROM players WHERE operator_id = $1");
constexpr Sql kPlayerCount("SELECT count(*) FROM players");

// The ledger has other commits than those that this process has seen, with the same numbers.
class MovedBackwardsContract : public LedgerContract {
protected:
    void ReplaceHistory(OperatorId owner) {
        const Bytes32 other{7};
        const auto connection = place_->Look();
        ASSERT_TRUE(connection->Run(kLosePlayers, {Value::Of(owner)}));
        ASSERT_TRUE(connection->Run(kReplaceLastHash, {Value::Of(std::span(other)), Value::Of(owner)}));
    }
};

TEST_P(MovedBackwardsContract, OtherCommitsWithTheSameNumbersAreNoticedAndForgotten) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    ASSERT_TRUE(Ingest(owner, {MakeEvent(brand, "registration")}));
    ReplaceHistory(owner);
    const auto refused = Ingest(owner, {MakeDeposit(brand, "deposit", "1")});
    ASSERT_FALSE(refused) << "it may have been decided on what is lost";
    EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
    EXPECT_EQ(metrics_.ledger_moved_backwards.Value(), 1);
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(brand, "deposit", "1")}));
    EXPECT_EQ(Count(kPlayerCount), 1) << "an event has its player";
    EXPECT_EQ(metrics_.ledger_moved_backwards.Value(), 1);
}

class CommitsOfOtherNodes : public LedgerContract {};

TEST_P(CommitsOfOtherNodes, AreNoMoveBackwards) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    const auto second_node = place_->Open(metrics_);
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(Ingest(owner, {MakeDeposit(brand, "here " + std::to_string(i), "1")}));
        ASSERT_TRUE(IngestInto(*second_node, owner, {MakeDeposit(brand, "there " + std::to_string(i), "1")}));
    }
    EXPECT_EQ(metrics_.ledger_moved_backwards.Value(), 0);
}

INSTANTIATE_TEST_SUITE_P(Engines, CommitsOfOtherNodes, testing::Values("Postgres"),
                         [](const auto& engine) { return engine.param; });
INSTANTIATE_TEST_SUITE_P(Engines, MovedBackwardsContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

#include <gmock/gmock.h>

#include "ledger/contract/fixture.hpp"
#include "ledger/verify/key_check.hpp"

namespace fairlead::ledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Inserts a copy of the first event with the same key, which the ledger itself would refuse.
constexpr Sql kRepeatFirstEvent(
    "INSERT INTO events (operator_id, seq, event_id, event_type, event_time, recorded_at, brand_id, player_id,"
    " idempotency_key) SELECT operator_id, $1, event_id, event_type, event_time, recorded_at, brand_id, player_id,"
    " idempotency_key FROM events WHERE operator_id = $2 AND seq = 1");

class KeyCheckContract : public LedgerContract {
protected:
    void SetUp() override {
        owner_ = MakeOperator();
        const BrandId brand = BrandOf(owner_);
        for (const char* key : {"a", "b", "c", "d"}) keys_.emplace_back(key);
        std::vector<events::Event> batch;
        for (const std::string& key : keys_) batch.push_back(MakeEvent(brand, key));
        ASSERT_TRUE(Ingest(owner_, batch));
    }
    void RepeatFirstEvent(std::int64_t as_number) {
        ASSERT_TRUE(place_->Look()->Run(kRepeatFirstEvent, {Value::Of(as_number), Value::Of(owner_)}));
        keys_.push_back(keys_.front());
    }
    std::vector<std::string> Check(std::int64_t keys_at_once) {
        const auto connection = place_->Look();
        KeyCheck check(*connection, owner_, std::ssize(keys_), keys_at_once);
        for (const std::string& key : keys_) check.Add(key);
        std::vector<std::string> found;
        EXPECT_TRUE(check.Finish([&](std::string sentence) { found.push_back(std::move(sentence)); }));
        return found;
    }

    OperatorId owner_;
    std::vector<std::string> keys_;
};

TEST_P(KeyCheckContract, DifferentKeysPass) { EXPECT_THAT(Check(KeyCheck::kKeysAtOnce), IsEmpty()); }

TEST_P(KeyCheckContract, EveryRepeatedUseOfAKeyIsReported) {
    RepeatFirstEvent(5);
    RepeatFirstEvent(6);
    EXPECT_THAT(Check(KeyCheck::kKeysAtOnce), ElementsAre("events number 1 and 5 have the same idempotency key",
                                                          "events number 1 and 6 have the same idempotency key"));
}

TEST_P(KeyCheckContract, MoreKeysThanFitAtOnceAreReadInParts) {
    EXPECT_THAT(Check(1), IsEmpty());
    RepeatFirstEvent(5);
    EXPECT_THAT(Check(1), ElementsAre("events number 1 and 5 have the same idempotency key"));
}

INSTANTIATE_TEST_SUITE_P(Engines, KeyCheckContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

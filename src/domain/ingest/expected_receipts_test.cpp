#include "domain/ingest/expected_receipts.hpp"

#include <gtest/gtest.h>

namespace fairlead::events {
namespace {

SubmittedEvent WithKey(std::uint8_t key, bool is_valid = true) {
    SubmittedEvent submitted;
    submitted.key_digest[0] = key;
    submitted.is_valid = is_valid;
    return submitted;
}

std::vector<Receipt> Expect(const std::vector<SubmittedEvent>& batch, std::vector<std::optional<EventId>> earlier) {
    earlier.resize(batch.size());
    return ExpectReceipts(batch, earlier, EventId::New);
}

TEST(ExpectedReceipts, AnEventWithANewKeyIsAccepted) {
    const auto receipts = Expect({WithKey(1), WithKey(2)}, {});
    EXPECT_EQ(receipts[0].status, ReceiptStatus::kAccepted);
    EXPECT_EQ(receipts[1].status, ReceiptStatus::kAccepted);
    EXPECT_NE(receipts[0].event_id, receipts[1].event_id);
}

TEST(ExpectedReceipts, AKnownKeyIsADuplicateOfItsEventEvenIfTheEventIsInvalid) {
    const EventId first = EventId::New();
    const auto receipts = Expect({WithKey(1), WithKey(1, false)}, {first, first});
    for (const Receipt& receipt : receipts) {
        EXPECT_EQ(receipt.status, ReceiptStatus::kDuplicate);
        EXPECT_EQ(receipt.event_id, first);
    }
}

TEST(ExpectedReceipts, TheFirstValidUseOfAKeyInTheBatchWins) {
    const auto receipts = Expect({WithKey(1, false), WithKey(1), WithKey(1)}, {});
    EXPECT_EQ(receipts[0].status, ReceiptStatus::kRefused);
    EXPECT_EQ(receipts[1].status, ReceiptStatus::kAccepted);
    EXPECT_EQ(receipts[2].status, ReceiptStatus::kDuplicate);
    EXPECT_EQ(receipts[2].event_id, receipts[1].event_id);
}

}  // namespace
}  // namespace fairlead::events

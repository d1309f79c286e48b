// An exception in a thread of the ledger ends one piece of work. Everything else goes on.

#include <stdexcept>

#include "app/await.hpp"
#include "domain/events/event.hpp"
#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kEventsStored("SELECT count(*) FROM events");

// A callback with a bug.
const auto kThrow = [](const auto&) { throw std::runtime_error("a bug"); };

TEST_P(LedgerContract, AWriterGoesOnAfterACallbackThrows) {
    const OperatorId owner = MakeOperator();
    auto event = MakeEvent(BrandOf(owner), "answered by a bug");
    const std::vector<events::SubmittedEvent> submitted{{event, events::DigestKey(owner, event.idempotency_key)}};
    ledger_->intake().Ingest(owner, submitted, kThrow);
    const auto next = Ingest(owner, {MakeEvent(BrandOf(owner), "next")});
    ASSERT_TRUE(next);
    EXPECT_EQ(next->front().status, events::ReceiptStatus::kAccepted);
    // The commit was durable before the callback, so the event counts.
    EXPECT_EQ(Count(kEventsStored), 2);
    EXPECT_EQ(Ingest(owner, {event})->front().status, events::ReceiptStatus::kDuplicate);
}

TEST_P(LedgerContract, ReadersGoOnAfterACallbackThrows) {
    const OperatorId owner = MakeOperator();
    // More often than there are readers.
    for (int i = 0; i < 10; ++i) ledger_->records().ReadHealth(owner, kThrow);
    EXPECT_NO_THROW(Health(owner));
    for (int i = 0; i < 3; ++i) ledger_->Probe(kThrow);
    EXPECT_TRUE(app::Await<Status>([&](auto done) { ledger_->Probe(std::move(done)); }));
}

}  // namespace
}  // namespace fairlead::ledger

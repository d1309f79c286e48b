#include "app/await.hpp"
#include "app/ports/record_queries.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"

namespace fairlead::ledger {
namespace {

using events::EventType;
using tracking::NthId;

// A player of an affiliate with a CPA of 50 for a first deposit of at least 20.
class LaterDepositRecords : public LedgerContract {
protected:
    void RegisterPlayer() {
        owner_ = MakeOperator();
        commission::CpaTerms cpa{.amount = *Decimal::Parse("50")};
        cpa.min_first_deposit = *Decimal::Parse("20");
        commission::Deal deal{.id = DealId::New(), .name = "Deal", .created_at = Now()};
        deal.versions = {{.number = 1, .terms = {.cpa = cpa}, .created_at = Now()}};
        catalogue::Affiliate affiliate{
            .id = NthId<AffiliateId>(1), .name = "Affiliate", .email = "a@b.example", .created_at = Now()};
        affiliate.deals = {deal.id};
        app::CatalogueChange change{.owner = owner_, .based_on_version = 1};
        change.upserts.emplace_back(deal);
        change.upserts.emplace_back(affiliate);
        ASSERT_TRUE(Apply(std::move(change)));
        tracking::Click click = ClickOf(BrandOf(owner_), 1);
        ASSERT_TRUE(Track(*ledger_, owner_, std::span(&click, 1)));
        auto registration = MakeEvent(BrandOf(owner_), "registration", EventType::kRegistration, "player");
        registration.time = *Timestamp::ParseIso8601("2026-03-01T00:00Z");
        registration.click_id = click.id.ToString();
        ASSERT_TRUE(Ingest(owner_, {registration}));
    }
    events::Event Make(EventType type, std::string_view amount) {
        auto event = MakeEvent(BrandOf(owner_), "event-" + std::to_string(++made_), type, "player");
        event.time = *Timestamp::ParseIso8601("2026-03-02T00:00Z");
        event.money = Money{*Decimal::Parse(amount), *Currency::Parse("EUR")};
        return event;
    }
    void Send(EventType type, std::string_view amount) { ASSERT_TRUE(Ingest(owner_, {Make(type, amount)})); }
    // The newest first.
    std::string Earned() {
        const auto page = app::Await<app::AccrualPage>(
            [&](auto done) { ledger_->records().ReadAccruals({.owner = owner_}, {}, std::move(done)); });
        std::string text;
        for (const app::AccrualRecord& record : page->items) text += record.accrual.amount.amount.ToString() + ";";
        return text;
    }

    OperatorId owner_;
    int made_ = 0;
};

TEST_P(LaterDepositRecords, AChargebackIsComparedWithDepositsThatAreOnlyInTheRecord) {
    ASSERT_NO_FATAL_FAILURE(RegisterPlayer());
    Send(EventType::kFirstDeposit, "30");
    Send(EventType::kDeposit, "100");
    Send(EventType::kDeposit, "40");
    ASSERT_TRUE(Ingest(owner_, {Make(EventType::kDeposit, "7"), Make(EventType::kChargeback, "157")}));
    EXPECT_EQ(Earned(), "50;") << "20 are left";
    Send(EventType::kDeposit, "60");
    Reopen();
    ASSERT_TRUE(Ingest(owner_, {Make(EventType::kDeposit, "7"), Make(EventType::kChargeback, "30"),
                                Make(EventType::kDeposit, "3"), Make(EventType::kChargeback, "40")}));
    EXPECT_EQ(Earned(), "50;") << "20 are left again";
    Send(EventType::kChargeback, "0.01");
    EXPECT_EQ(Earned(), "-50;50;");
}

INSTANTIATE_TEST_SUITE_P(Engines, LaterDepositRecords, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

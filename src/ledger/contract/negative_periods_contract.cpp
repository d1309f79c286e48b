#include "app/await.hpp"
#include "app/commission/close_period.hpp"
#include "app/commission/resolve_rates.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/ports/commission_store.hpp"
#include "app/ports/record_queries.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"

namespace fairlead::ledger {
namespace {

using events::EventType;
using tracking::NthId;

Decimal Exact(std::string_view text) { return *Decimal::Parse(text); }
const Period kJanuary = *Period::Parse("2026-01");

// Affiliate 2 has a RevShare in EUR. Its parent, affiliate 1, has a share of 5 % in USD.
class NegativePeriodRecords : public LedgerContract {
protected:
    OperatorId MakeFamily(commission::NegativeTerms negative) {
        const OperatorId owner = MakeOperator();
        commission::Terms share{.rev_share = commission::RevShareTerms{.rate = Exact("30"), .negative = negative}};
        commission::Terms parents{.sub_affiliate = commission::SubAffiliateTerms{Exact("1"), {Exact("5")}}};
        parents.currency = *Currency::Parse("USD");
        app::CatalogueChange change{.owner = owner, .based_on_version = 1};
        AddAffiliate(1, std::move(parents), {}, change);
        AddAffiliate(3, {.cpl = commission::CplTerms{Exact("1")}}, 1, change);
        AddAffiliate(2, std::move(share), 3, change);
        EXPECT_TRUE(Apply(std::move(change)));
        return owner;
    }
    static void AddAffiliate(std::uint64_t number, commission::Terms terms, std::optional<std::uint64_t> parent,
                             app::CatalogueChange& change) {
        commission::Deal deal{.id = DealId::New(), .name = "Deal", .created_at = Now()};
        deal.versions = {{.number = 1, .terms = std::move(terms), .created_at = Now()}};
        catalogue::Affiliate affiliate{
            .id = NthId<AffiliateId>(number), .name = "Affiliate", .email = "a@b.example", .created_at = Now()};
        affiliate.deals = {deal.id};
        if (parent) affiliate.parent = NthId<AffiliateId>(*parent);
        change.upserts.emplace_back(deal);
        change.upserts.emplace_back(affiliate);
    }
    void Loses(OperatorId owner, std::string_view ngr) {
        const BrandId brand = BrandOf(owner);
        tracking::Click click = ClickOf(brand, 2);
        ASSERT_TRUE(Track(*ledger_, owner, std::span(&click, 1)));
        auto registration = MakeEvent(brand, "registration", EventType::kRegistration, "player");
        registration.time = *Timestamp::ParseIso8601("2026-01-01T00:00Z");
        registration.click_id = click.id.ToString();
        auto revenue = MakeEvent(brand, "revenue", EventType::kNgrUpdate, "player");
        revenue.time = *Timestamp::ParseIso8601("2026-01-03T00:00Z");
        revenue.money = Money{Exact(ngr), *Currency::Parse("EUR")};
        ASSERT_TRUE(Ingest(owner, {registration, revenue}));
    }
    std::vector<app::StatementRecord> Closes(OperatorId owner, std::uint64_t affiliate) {
        const auto closed = app::Await<app::CloseOutcome>([&](auto done) {
            app::ClosePeriod(ledger_->commission_store(), ledger_->commission_queries(),
                             {.owner = owner,
                              .period = kJanuary,
                              .affiliate = NthId<AffiliateId>(affiliate),
                              .actor = "somebody",
                              .allow_unpriced = true,
                              .reason = "a test"},
                             std::move(done));
        });
        EXPECT_TRUE(closed);
        return closed ? closed->statements : std::vector<app::StatementRecord>();
    }
    std::string AccrualsOf(OperatorId owner, std::uint64_t affiliate) {
        app::AccrualQuery query{.owner = owner};
        query.affiliate = NthId<AffiliateId>(affiliate);
        const auto page = app::Await<app::AccrualPage>(
            [&](auto done) { ledger_->records().ReadAccruals(query, {}, std::move(done)); });
        std::string text;
        for (const app::AccrualRecord& record : page->items) {
            text += std::string(Name(record.accrual.reason)) + " " + record.accrual.amount.amount.ToString() + "; ";
        }
        return text;
    }
};

TEST_P(NegativePeriodRecords, TheShareOfAWaiverWaitsForItsRate) {
    const OperatorId owner = MakeFamily({commission::NegativePolicy::kWaive});
    Loses(owner, "-1000");
    ASSERT_EQ(Closes(owner, 2).size(), 1U);
    Reopen();
    const commission::DatedRate rate{*Date::Parse("2025-12-31"), *Currency::Parse("EUR"), *Currency::Parse("USD"),
                                     *ExchangeRate::Parse("2")};
    ASSERT_TRUE(app::Await<Status>([&](auto done) {
        app::StoreRates(ledger_->commission_store(), {.owner = owner, .rates = {rate}, .actor = "tester"},
                        std::move(done));
    }));
    EXPECT_EQ(AccrualsOf(owner, 1), "followed 30; earned -30; ") << "5 % of 300 EUR at 2, by the second level";
}

TEST_P(NegativePeriodRecords, ARingFencedPlayerAloneMakesNoStatement) {
    const OperatorId owner =
        MakeFamily({.high_roller = commission::HighRollerTerms{Exact("500"), commission::FenceWhen::kAlways}});
    Loses(owner, "-1000");
    EXPECT_TRUE(Closes(owner, 2).empty()) << "nothing was earned";
    Reopen();
    EXPECT_EQ(AccrualsOf(owner, 2), "");
}

TEST_P(NegativePeriodRecords, ACarriedBaseOpensTheNextMonth) {
    const OperatorId owner = MakeFamily({.carry_base = true});
    Loses(owner, "-1000");
    const auto closed = Closes(owner, 2);
    ASSERT_EQ(closed.size(), 1U);
    EXPECT_EQ(closed[0].statement.lines.back().base, Exact("-1000"));
    Reopen();
    EXPECT_EQ(AccrualsOf(owner, 2), "opened -300; earned -300; ");
}

INSTANTIATE_TEST_SUITE_P(Engines, NegativePeriodRecords, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

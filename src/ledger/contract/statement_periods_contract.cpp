#include "app/await.hpp"
#include "app/commission/close_period.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/ports/commission_store.hpp"
#include "app/ports/record_queries.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"

namespace fairlead::ledger {
namespace {

using events::EventType;
using tracking::NthId;

// One affiliate with a RevShare of 30 % in EUR, whose statement period changes (docs/commission.md §6.12).
class StatementPeriodRecords : public LedgerContract {
protected:
    OperatorId Make(PeriodKind kind) {
        const OperatorId owner = MakeOperator();
        Join(owner, kind);
        return owner;
    }
    void Join(OperatorId owner, PeriodKind kind) {
        deal_ = {.id = DealId::New(), .name = "Deal", .created_at = Now()};
        commission::Terms terms{.rev_share = commission::RevShareTerms{.rate = *Decimal::Parse("30")}};
        deal_.versions = {{.number = 1, .terms = std::move(terms), .created_at = Now()}};
        app::CatalogueChange change{.owner = owner, .based_on_version = 1};
        change.upserts.emplace_back(deal_);
        change.upserts.emplace_back(With(kind));
        EXPECT_TRUE(Apply(std::move(change)));
        tracking::Click click = ClickOf(BrandOf(owner), 1);
        EXPECT_TRUE(Track(*ledger_, owner, std::span(&click, 1)));
        auto registration = MakeEvent(BrandOf(owner), "registration", EventType::kRegistration, "player");
        registration.time = *Timestamp::ParseIso8601("2026-01-01T00:00Z");
        registration.click_id = click.id.ToString();
        EXPECT_TRUE(Ingest(owner, {registration}));
    }
    void ChangesTo(OperatorId owner, PeriodKind kind) {
        app::CatalogueChange change{.owner = owner, .based_on_version = ++version_};
        change.upserts.emplace_back(With(kind));
        EXPECT_TRUE(Apply(std::move(change)));
    }
    void Brings(OperatorId owner, const std::string& on) {
        auto revenue = MakeEvent(BrandOf(owner), "revenue " + on, EventType::kNgrUpdate, "player");
        revenue.time = *Timestamp::ParseIso8601(on + "T12:00Z");
        revenue.money = Money{*Decimal::Parse("100"), *Currency::Parse("EUR")};
        ASSERT_TRUE(Ingest(owner, {revenue}));
    }
    Result<app::CloseOutcome> Closes(OperatorId owner, const char* period, bool for_all = false) {
        app::CloseRequest request{.owner = owner, .period = *Period::Parse(period), .actor = "somebody"};
        if (!for_all) request.affiliate = NthId<AffiliateId>(1);
        return app::Await<app::CloseOutcome>([&](auto done) {
            app::ClosePeriod(ledger_->commission_store(), ledger_->commission_queries(), request, std::move(done));
        });
    }
    // The periods of the accruals, the newest first.
    std::string Accrued(OperatorId owner) {
        const auto page = app::Await<app::AccrualPage>(
            [&](auto done) { ledger_->records().ReadAccruals({.owner = owner}, {}, std::move(done)); });
        std::string text;
        for (const app::AccrualRecord& record : page->items) text += record.accrual.period.ToString() + " ";
        return text;
    }
    // The periods of the statements with their status, page by page.
    std::string Listed(OperatorId owner, std::size_t limit = 50) {
        app::StatementQuery query{.owner = owner, .limit = limit};
        std::string text;
        do {
            const auto page = app::Await<app::StatementPage>(
                [&](auto done) { ledger_->commission_queries().ReadStatements(query, std::move(done)); });
            for (const app::StatementRecord& record : page->items) {
                text += record.statement.period.ToString() +
                        (record.status == app::StatementStatus::kOpen ? " open " : " closed ");
                const auto same = app::Await<app::StatementRecord>(
                    [&](auto done) { ledger_->commission_queries().ReadStatement(owner, record.id, std::move(done)); });
                EXPECT_TRUE(same) << "found by its id: " << record.statement.period.ToString();
            }
            query.after = page->more_after;
        } while (query.after);
        return text;
    }

private:
    catalogue::Affiliate With(PeriodKind kind) const {
        catalogue::Affiliate affiliate{
            .id = NthId<AffiliateId>(1), .name = "Affiliate", .email = "a@b.example", .created_at = Now()};
        affiliate.deals = {deal_.id};
        affiliate.statement_period = kind;
        return affiliate;
    }

    commission::Deal deal_;
    std::int64_t version_ = 1;
};

TEST_P(StatementPeriodRecords, WeeksAreStatedAndClosed) {
    const OperatorId owner = Make(PeriodKind::kWeek);
    Brings(owner, "2026-01-04");
    Brings(owner, "2026-01-05");
    Brings(owner, "2026-02-10");
    EXPECT_EQ(Accrued(owner), "2026-W07 2026-W02 2026-W01 ");
    Reopen();
    EXPECT_EQ(Closes(owner, "2026-01").error().code, ErrorCode::kConflict) << "not a period of this affiliate";
    EXPECT_EQ(Closes(owner, "2026-W02").error().message.substr(0, 17), "the week 2026-W01") << "it is still open";
    ASSERT_EQ(Closes(owner, "2026-W01")->statements.size(), 1U);
    ASSERT_EQ(Closes(owner, "2026-W02", true)->statements.size(), 1U);
    Reopen();
    EXPECT_EQ(Listed(owner), "2026-W07 open 2026-W02 closed 2026-W01 closed ");
    EXPECT_EQ(Listed(owner, 1), Listed(owner));
    Brings(owner, "2026-01-03");
    EXPECT_EQ(Accrued(owner).substr(0, 9), "2026-W03 ") << "the first open week";
}

TEST_P(StatementPeriodRecords, AChangeTakesEffectAfterTheLastPeriodWithAccruals) {
    const OperatorId owner = Make(PeriodKind::kMonth);
    Brings(owner, "2026-01-10");
    ChangesTo(owner, PeriodKind::kWeek);
    Brings(owner, "2026-01-31");
    Brings(owner, "2026-02-01");
    Brings(owner, "2026-02-02");
    EXPECT_EQ(Accrued(owner), "2026-W06 2026-W05 2026-01 2026-01 ");
    Reopen();
    ChangesTo(owner, PeriodKind::kHalfMonth);
    Brings(owner, "2026-02-08");
    Brings(owner, "2026-02-09");
    EXPECT_EQ(Accrued(owner).substr(0, 20), "2026-02-H1 2026-W06 ");
    EXPECT_EQ(Listed(owner), "2026-02-H1 open 2026-W06 open 2026-W05 open 2026-01 open ");
    EXPECT_EQ(Listed(owner, 1), Listed(owner));
    EXPECT_EQ(Closes(owner, "2026-W05").error().message.substr(0, 17), "the month 2026-01") << "it is still open";
    for (const char* period : {"2026-01", "2026-W05", "2026-W06", "2026-02-H1"}) EXPECT_TRUE(Closes(owner, period));
    Reopen();
    EXPECT_EQ(Listed(owner), "2026-02-H1 closed 2026-W06 closed 2026-W05 closed 2026-01 closed ");
}

TEST_P(StatementPeriodRecords, AChangeLeavesClosedPeriodsAsTheyAre) {
    const OperatorId owner = Make(PeriodKind::kMonth);
    ASSERT_TRUE(Closes(owner, "2026-01", true));
    ChangesTo(owner, PeriodKind::kWeek);
    Brings(owner, "2026-01-10");
    EXPECT_EQ(Accrued(owner), "2026-W05 ") << "the week of 1 February";
}

TEST_P(StatementPeriodRecords, ANewAffiliateHasItsKindAtAllTimes) {
    const OperatorId owner = MakeOperator();
    ASSERT_TRUE(Closes(owner, "2026-01", true));
    Join(owner, PeriodKind::kWeek);
    Brings(owner, "2026-01-10");
    EXPECT_EQ(Accrued(owner), "2026-W02 ") << "a month that is closed for others is not one of its periods";
}

TEST_P(StatementPeriodRecords, WithoutAccrualsAChangeTakesEffectAtOnce) {
    const OperatorId owner = Make(PeriodKind::kMonth);
    ChangesTo(owner, PeriodKind::kHalfMonth);
    Reopen();
    Brings(owner, "2026-01-10");
    EXPECT_EQ(Accrued(owner), "2026-01-H1 ");
}

INSTANTIATE_TEST_SUITE_P(Engines, StatementPeriodRecords, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

#include "app/await.hpp"
#include "app/commission/resolve_rates.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/ports/commission_store.hpp"
#include "app/ports/record_queries.hpp"
#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

using commission::DatedRate;

constexpr Sql kRateEntries("SELECT count(*) FROM audit_log WHERE subject LIKE 'fxRate/%'");

DatedRate Rate(std::string_view date, std::string_view from, std::string_view to, std::string_view rate) {
    return {*Date::Parse(date), *Currency::Parse(from), *Currency::Parse(to), *ExchangeRate::Parse(rate)};
}

Status Store(app::Ledger& ledger, OperatorId owner, std::vector<DatedRate> rates) {
    return app::Await<Status>([&](auto done) {
        app::StoreRates(ledger.commission_store(), {.owner = owner, .rates = std::move(rates), .actor = "tester"},
                        std::move(done));
    });
}

app::RatePage Rates(app::Ledger& ledger, const app::RateQuery& query) {
    return *app::Await<app::RatePage>(
        [&](auto done) { ledger.commission_queries().ReadRates(query, std::move(done)); });
}

TEST_P(LedgerContract, ARateReplacesTheRateOfTheSameDayAndPair) {
    const OperatorId owner = MakeOperator();
    const OperatorId other = MakeOperator("Other");
    const DatedRate inverse = Rate("2026-03-10", "EUR", "USD", "1.09");
    ASSERT_TRUE(Store(*ledger_, owner, {Rate("2026-03-10", "USD", "EUR", "0.9"), inverse}));
    ASSERT_TRUE(Store(*ledger_, other, {Rate("2026-03-10", "USD", "EUR", "7")}));
    const DatedRate exact = Rate("2026-03-10", "USD", "EUR", "123456789012.123456789012345678");
    ASSERT_TRUE(Store(*ledger_, owner, {exact}));
    Reopen();
    EXPECT_EQ(Rates(*ledger_, {.owner = owner}).items, (std::vector{inverse, exact}));
}

TEST_P(LedgerContract, EveryRateThatChangesHasAnAuditEntry) {
    const OperatorId owner = MakeOperator();
    const DatedRate rate = Rate("2026-03-10", "USD", "EUR", "0.9");
    ASSERT_TRUE(Store(*ledger_, owner, {rate, Rate("2026-03-11", "USD", "EUR", "0.91")}));
    EXPECT_EQ(Count(kRateEntries), 2);
    ASSERT_TRUE(Store(*ledger_, owner, {rate}));
    EXPECT_EQ(Count(kRateEntries), 2) << "nothing has changed";
    ASSERT_TRUE(Store(*ledger_, owner, {Rate("2026-03-10", "USD", "EUR", "0.92")}));
    EXPECT_EQ(Count(kRateEntries), 3);
    const auto audit = app::Await<std::vector<app::AuditRecord>>(
        [&](auto done) { ledger_->records().ReadAudit(owner, {.limit = 1}, std::move(done)); });
    const app::AuditEntry newest = audit->front().entry;
    EXPECT_EQ(newest.actor, "tester");
    EXPECT_EQ(newest.action, "fxRate.update");
    EXPECT_EQ(newest.subject, "fxRate/2026-03-10.USD.EUR");
    EXPECT_EQ(newest.before, R"({"date":"2026-03-10","from":"USD","to":"EUR","rate":"0.9"})");
    EXPECT_EQ(newest.after, R"({"date":"2026-03-10","from":"USD","to":"EUR","rate":"0.92"})");
}

TEST_P(LedgerContract, RatesAreReadFromTheNewestDayInPages) {
    const OperatorId owner = MakeOperator();
    const std::vector<DatedRate> all{
        Rate("2026-03-10", "CHF", "EUR", "1"),  Rate("2026-03-10", "CHF", "USD", "2"),
        Rate("2026-03-10", "USD", "EUR", "3"),  Rate("1969-12-31", "CHF", "EUR", "4"),
        Rate("1969-12-31", "USDT", "EUR", "5"),
    };
    ASSERT_TRUE(Store(*ledger_, owner, {all[4], all[1], all[3], all[0], all[2]}));
    for (std::size_t limit = 1; limit <= 6; ++limit) {
        std::vector<DatedRate> read;
        app::RateQuery query{.owner = owner, .limit = limit};
        do {
            const auto page = Rates(*ledger_, query);
            EXPECT_LE(page.items.size(), limit);
            read.insert(read.end(), page.items.begin(), page.items.end());
            query.after = page.more_after;
        } while (query.after);
        EXPECT_EQ(read, all) << limit;
    }
    const auto date = *Date::Parse("2026-03-10");
    const auto chf = *Currency::Parse("CHF");
    EXPECT_EQ(Rates(*ledger_, {.owner = owner, .date = date}).items, (std::vector{all[0], all[1], all[2]}));
    EXPECT_EQ(Rates(*ledger_, {.owner = owner, .from = chf}).items, (std::vector{all[0], all[1], all[3]}));
    EXPECT_EQ(Rates(*ledger_, {.owner = owner, .date = date, .from = chf, .to = Currency::Parse("USD")}).items,
              std::vector{all[1]});
    const auto rest =
        Rates(*ledger_, {.owner = owner, .after = app::RatePlace{date, chf, *Currency::Parse("EUR")}, .date = date});
    EXPECT_EQ(rest.items, (std::vector{all[1], all[2]}));
}

TEST_P(LedgerContract, AnUnknownOperatorHasNoRates) {
    const auto refused = Store(*ledger_, OperatorId::New(), {Rate("2026-03-10", "USD", "EUR", "0.9")});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace fairlead::ledger

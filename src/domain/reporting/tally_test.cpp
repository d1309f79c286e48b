#include "domain/reporting/tally.hpp"

#include <gtest/gtest.h>

namespace fairlead::reporting {
namespace {

using commission::Component;
using events::EventType;

Decimal D(const char* text) { return *Decimal::Parse(text); }

std::vector<const Metric*> Chosen(std::initializer_list<std::string_view> names) {
    std::vector<const Metric*> metrics;
    for (const auto name : names) metrics.push_back(FindMetric(name));
    return metrics;
}

commission::DatedRate Rate(const char* date, const char* from, const char* rate) {
    return {*Date::Parse(date), *Currency::Parse(from), *Currency::Parse("EUR"), *ExchangeRate::Parse(rate)};
}

std::vector<std::string> TextsOf(const std::vector<Decimal>& values) {
    std::vector<std::string> texts;
    for (const Decimal& value : values) texts.push_back(value.ToString());
    return texts;
}

using Row = std::vector<std::string>;

Row MetricsOf(const Tally& tally, std::size_t group) {
    std::vector<Decimal> metrics;
    tally.AppendMetricsOf(group, metrics);
    return TextsOf(metrics);
}

Row TotalsOf(const Tally& tally) {
    std::vector<Decimal> metrics;
    tally.AppendTotals(metrics);
    return TextsOf(metrics);
}

TEST(Metrics, AreAllThatTheApiPromises) {
    EXPECT_EQ(Metrics().size(), 31U);
    EXPECT_EQ(FindMetric("nothing"), nullptr);
    for (const Metric& metric : Metrics()) {
        EXPECT_EQ(FindMetric(metric.name), &metric);
        // The parts of a metric must be additive, because Measures relies on it.
        if (const auto* quotient = std::get_if<Quotient>(&metric.computation)) {
            EXPECT_TRUE(FindMetric(quotient->numerator)->IsAdditive() &&
                        FindMetric(quotient->denominator)->IsAdditive());
        }
    }
}

TEST(Tally, AddsUpParts) {
    const auto metrics = Chosen({"deposit_count", "ftd_count", "deposit_amount", "registration_to_ftd", "profit"});
    const Measures measures(metrics);
    const RateBook rates;
    Tally tally(measures, rates, false);
    const GroupCell a = std::string_view("a");
    const GroupCell b = std::string_view("b");
    tally.Add({&a, 1}, {FactKind::Of(EventType::kRegistration), "", {}, 3, {}});
    tally.Add({&a, 1}, {FactKind::Of(EventType::kFirstDeposit), "", {}, 2, D("30")});
    tally.Add({&a, 1}, {FactKind::Of(EventType::kDeposit), "", {}, 5, D("12.5")});
    tally.Add({&b, 1}, {FactKind::Of(EventType::kNgrUpdate), "", {}, 1, D("10")});
    tally.Add({&b, 1}, {FactKind::Of(Component::kRevShare), "", {}, 0, D("4")});
    tally.Add({&b, 1}, {FactKind::Of(EventType::kRegistration), "", {}, 1, {}});
    ASSERT_EQ(tally.group_count(), 2U);
    EXPECT_EQ(MetricsOf(tally, 0), (Row{"7", "2", "42.5", "0.66666667", "0"}));
    EXPECT_EQ(MetricsOf(tally, 1), (Row{"0", "0", "0", "0", "6"}));
    // The ratio of the totals is computed from their sums: 2 of 4.
    EXPECT_EQ(TotalsOf(tally), (Row{"7", "2", "42.5", "0.5", "6"}));
    EXPECT_EQ(KeyReader(tally.KeyOf(1)).Text(), "b");
}

TEST(Tally, ConvertsByTheRateOfTheDay) {
    const auto metrics = Chosen({"ngr"});
    const Measures measures(metrics);
    const std::vector given{Rate("2026-03-01", "USD", "0.9"), Rate("2026-03-05", "USD", "0.8")};
    const RateBook rates(given);
    EXPECT_EQ(rates.days(), (std::vector{Date::Parse("2026-03-01")->days, Date::Parse("2026-03-05")->days}));
    const GroupCell usd = std::string_view("USD");
    const auto ngr = FactKind::Of(EventType::kNgrUpdate);
    for (const bool own_currency : {false, true}) {
        Tally tally(measures, rates, own_currency);
        tally.Add({&usd, 1}, {ngr, "USD", *Date::Parse("2026-03-01"), 1, D("100")});
        tally.Add({&usd, 1}, {ngr, "USD", *Date::Parse("2026-03-05"), 1, D("100")});
        // Before the first exchange rate an amount counts as 0.
        tally.Add({&usd, 1}, {ngr, "USD", *Date::Parse("2026-02-28"), 1, D("7")});
        tally.Add({&usd, 1}, {ngr, "SEK", *Date::Parse("2026-03-05"), 1, D("7")});
        EXPECT_EQ(TotalsOf(tally), (Row{"170"}));
        EXPECT_EQ(MetricsOf(tally, 0), (Row{own_currency ? "214" : "170"}));
    }
}

TEST(Tally, AnAbsurdRateIsNoticedInGroupsAndTotals) {
    const auto metrics = Chosen({"ngr", "registration_count"});
    const Measures measures(metrics);
    const std::vector given{Rate("2026-03-01", "USD", "999999999999")};
    const RateBook rates(given);
    const GroupCell usd = std::string_view("USD");
    const Part part{FactKind::Of(EventType::kNgrUpdate), "USD", *Date::Parse("2026-03-01"), 1, D("999999999999999")};
    for (const bool own_currency : {false, true}) {
        Tally tally(measures, rates, own_currency);
        for (int i = 0; i < 10; ++i) tally.Add({&usd, 1}, part);
        EXPECT_FALSE(tally.IsBeyondLimit());
        tally.Add({&usd, 1}, part);
        EXPECT_TRUE(tally.IsBeyondLimit()) << "the total is converted in any case";
    }
}

TEST(Tally, NamesTheMoneyWithoutARate) {
    const auto metrics = Chosen({"deposit_count", "deposit_amount"});
    const Measures measures(metrics);
    const std::vector rates{Rate("2026-03-10", "USD", "0.9")};
    const RateBook book(rates);
    Tally tally(measures, book, false);
    const FactKind deposit = FactKind::Of(EventType::kDeposit);
    const Date before = *Date::Parse("2026-03-09");
    tally.Add({}, {deposit, "", before, 1, D("5")});
    tally.Add({}, {deposit, "USD", *Date::Parse("2026-03-10"), 1, D("7")});
    tally.Add({}, {deposit, "USD", before, 2, D("10.5")});
    tally.Add({}, {deposit, "SEK", before, 3, D("100")});
    tally.Add({}, {deposit, "SEK", *Date::Parse("2026-03-10"), 1, D("-1")});
    tally.Add({}, {FactKind::Of(EventType::kBonus), "NOK", before, 1, D("100")});
    const auto unpriced = tally.Unpriced();
    ASSERT_EQ(unpriced.size(), 2U);
    EXPECT_EQ(std::tuple(unpriced[0].currency, unpriced[0].count, unpriced[0].amount), std::tuple("SEK", 4, D("99")));
    EXPECT_EQ(std::tuple(unpriced[1].currency, unpriced[1].count, unpriced[1].amount), std::tuple("USD", 2, D("10.5")));
}

TEST(Tally, KeepsDistinctCountsApartFromTheirTotal) {
    const auto metrics = Chosen({"active_player_count", "unique_click_count"});
    const Measures measures(metrics);
    ASSERT_EQ(measures.distincts().size(), 2U);
    EXPECT_TRUE(measures.kinds().empty());
    const RateBook rates;
    Tally tally(measures, rates, false);
    const std::array<GroupCell, 2> first{std::int64_t{1}, Uuid{.bytes = {7}}};
    const std::array<GroupCell, 2> second{std::int64_t{2}, Uuid{.bytes = {7}}};
    tally.AddDistinct(first, 0, 2);
    tally.AddDistinct(second, 0, 2);
    tally.AddDistinct(second, 1, 9);
    tally.SetDistinctTotal(0, 3);
    EXPECT_EQ(MetricsOf(tally, 1), (Row{"2", "9"}));
    EXPECT_EQ(TotalsOf(tally), (Row{"3", "0"}));
    KeyReader reader(tally.KeyOf(1));
    EXPECT_EQ(reader.Number(), 2);
    EXPECT_EQ(reader.ReadUuid(), (Uuid{.bytes = {7}}));
}

TEST(Tally, AQuotientByZeroIsZeroAndRoundsHalfToEven) {
    const auto metrics = Chosen({"ctr", "epc"});
    const Measures measures(metrics);
    const RateBook rates;
    Tally tally(measures, rates, false);
    tally.Add({}, {FactKind::Click(), "", {}, 3, {}});
    EXPECT_EQ(TotalsOf(tally), (Row{"0", "0"}));
    tally.Add({}, {FactKind::Impression(), "", {}, 7, {}});
    tally.Add({}, {FactKind::Of(Component::kCpa), "", {}, 1, D("-10")});
    EXPECT_EQ(TotalsOf(tally), (Row{"0.42857143", "-3.33333333"}));
    EXPECT_EQ(tally.group_count(), 0U);
}

}  // namespace
}  // namespace fairlead::reporting

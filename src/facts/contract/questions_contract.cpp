#include <thread>

#include "facts/contract/any_facts.hpp"
#include "facts/contract/naive_facts.hpp"

namespace fairlead::facts {
namespace {

using app::Entity;
using reporting::Dimension;
using reporting::FactRow;

const Currency kEuro = *Currency::Parse("EUR");

std::vector<FactRow> AnyRows(AnyFacts& any, int count) {
    std::vector<FactRow> rows;
    for (int i = 0; i < count; ++i) rows.push_back(any.Row());
    return rows;
}

FactRow DepositOf(std::uint8_t player, std::int64_t weight) {
    auto row = DepositAt(10, weight, "EUR");
    row.player = NthId<PlayerId>(player);
    row.weight = weight;
    return row;
}

FactRow VisitOf(std::uint64_t visitor, std::int32_t minute, std::uint8_t link) {
    auto row = ClickAt(minute);
    row.visitor = visitor;
    row.link = NthId<LinkId>(link);
    return row;
}

}  // namespace

TEST_P(FactsContract, EveryDimensionGroupsAndFilters) {
    AnyFacts any(1);
    const auto rows = AnyRows(any, 300);
    Store(rows);
    for (std::size_t i = 0; i < reporting::kDimensions; ++i) {
        const auto dimension = static_cast<Dimension>(i);
        app::SumQuestion question{
            .selection = AllOf(TheOperator()), .groups = {dimension}, .split = app::RateSplit{.base = kEuro}};
        EXPECT_EQ(Sum(question), NaiveSums(rows, question)) << "dimension " << i;
        app::DimensionFilter filter{.dimension = dimension, .texts = {"", "EUR", "it's"}};
        filter.ids = {Uuid(), NthId<BrandId>(1).uuid, NthId<BrandId>(99).uuid};
        question.selection.filters = {filter};
        EXPECT_EQ(Sum(question), NaiveSums(rows, question)) << "filter of dimension " << i;
        EXPECT_FALSE(Sum(question).empty()) << "filter of dimension " << i;
    }
}

TEST_P(FactsContract, AFilterThatMatchesNoRowSelectsNothing) {
    Store({ClickAt(10)});
    auto selection = AllOf(TheOperator());
    selection.filters = {{.dimension = Dimension::kAffiliate, .ids = {NthId<AffiliateId>(9).uuid}}};
    EXPECT_TRUE(Sum({.selection = selection}).empty());
    selection.filters = {{.dimension = Dimension::kSub3, .texts = {"none"}}};
    EXPECT_TRUE(Sum({.selection = selection}).empty());
    selection.filters = {{.dimension = Dimension::kCountry}};
    EXPECT_TRUE(Sum({.selection = selection}).empty()) << "a filter without values";
    EXPECT_TRUE(Count({.selection = selection}).empty());
}

TEST_P(FactsContract, KindsThatAreNotAskedForAreLeftOut) {
    Store({ClickAt(10), DepositAt(10, 5, "EUR")});
    auto selection = AllOf(TheOperator());
    selection.kinds = {reporting::FactKind::Click()};
    EXPECT_EQ(Sum({.selection = selection}), (Sums{{{{}, 1, "", 0}, {1, {}}}}));
    selection.kinds = {};
    EXPECT_TRUE(Sum({.selection = selection}).empty());
}

TEST_P(FactsContract, TheEventTypeGroupsAndIsZeroForOtherFacts) {
    auto reward = ClickAt(10);
    reward.kind = {reporting::FactKind::kRewardsFrom};
    const auto deposit = DepositAt(10, 5, "EUR");
    Store({ClickAt(10), reward, deposit});
    const auto sums = Sum({.selection = AllOf(TheOperator()), .groups = {app::EventTypeGroup()}});
    const Sums expected{{{One(std::int64_t{0}), 1, "", 0}, {1, {}}},
                        {{One(std::int64_t{0}), reward.kind.code, "", 0}, {1, {}}},
                        {{One(std::int64_t{deposit.kind.code}), deposit.kind.code, "", 0}, {1, {}}}};
    EXPECT_EQ(sums, expected);
}

TEST_P(FactsContract, OrganicAndUnregisteredPlayersAreSeparate) {
    std::vector<FactRow> rows;
    for (const auto affiliate : {reporting::kNoAffiliate, reporting::kOrganic, reporting::kUnregistered}) {
        rows.push_back(DepositAt(10, 1, "EUR"));
        rows.back().affiliate = affiliate;
    }
    Store(rows);
    const app::SumQuestion question{.selection = AllOf(TheOperator()), .groups = {Dimension::kAffiliate}};
    EXPECT_EQ(Sum(question), NaiveSums(rows, question));
    EXPECT_EQ(Sum(question).size(), 3U);
}

TEST_P(FactsContract, ACorrectionCancelsWhatItCorrects) {
    auto before = DepositOf(1, 1);
    before.affiliate = reporting::kUnregistered;
    auto undone = DepositOf(1, -1);
    undone.affiliate = reporting::kUnregistered;
    auto after = DepositOf(1, 1);
    after.affiliate = NthId<AffiliateId>(3);
    Store({before});
    Store({undone, after});
    const app::SumQuestion question{
        .selection = AllOf(TheOperator()), .groups = {Dimension::kAffiliate}, .split = app::RateSplit{.base = kEuro}};
    const Sums expected{{{One(reporting::kUnregistered.uuid), before.kind.code, "", 0}, {0, {}}},
                        {{One(after.affiliate.uuid), before.kind.code, "", 0}, {1, Decimal::FromInteger(1)}}};
    EXPECT_EQ(Sum(question), expected);
    EXPECT_EQ(Count({.selection = AllOf(TheOperator()), .groups = {Dimension::kAffiliate}}),
              (Counts{{One(after.affiliate.uuid), 1}}));
}

TEST_P(FactsContract, AmountsAreExactBeyond64Bits) {
    auto large = DepositAt(10, 0, "EUR");
    large.amount = *Decimal::Parse("999999999999999.99999999");
    auto small = DepositAt(10, 0, "EUR");
    small.amount = *Decimal::Parse("-0.00000001");
    Store(std::vector(1000, large));
    Store({small});
    const auto sums = Sum({.selection = AllOf(TheOperator()), .split = app::RateSplit{.base = kEuro}});
    ASSERT_EQ(sums.size(), 1U);
    EXPECT_EQ(sums.begin()->second.amount.ToString(), "999999999999999999.99998999");
}

TEST_P(FactsContract, AmountsAreSplitByCurrencyAndTheDayOfTheirRate) {
    const std::int32_t minute = 100 * 1440;
    Store({DepositAt(minute, 1, "EUR"), DepositAt(minute - 1, 2, "USD"), DepositAt(minute, 4, "USD"),
           DepositAt(minute + 5 * 1440, 8, "USD"), DepositAt(minute + 5 * 1440, 16, "GBP"), ClickAt(minute)});
    const app::SumQuestion question{.selection = AllOf(TheOperator()),
                                    .split = app::RateSplit{.base = kEuro, .rate_days = {100, 103, 200}}};
    const auto kind = DepositAt(0, 0, "").kind.code;
    const Sums expected{{{{}, 1, "", 0}, {1, {}}},
                        {{{}, kind, "", 0}, {1, Decimal::FromInteger(1)}},
                        {{{}, kind, "USD", INT32_MIN}, {1, Decimal::FromInteger(2)}},
                        {{{}, kind, "USD", 100}, {1, Decimal::FromInteger(4)}},
                        {{{}, kind, "USD", 103}, {1, Decimal::FromInteger(8)}},
                        {{{}, kind, "GBP", 103}, {1, Decimal::FromInteger(16)}}};
    EXPECT_EQ(Sum(question), expected);
}

TEST_P(FactsContract, APlayerCountsOnceAndOnlyWithAWeightAboveZero) {
    Store({DepositOf(1, 1), DepositOf(1, 1), DepositOf(2, 1), DepositOf(2, -1), DepositOf(3, -1), DepositOf(4, 5)});
    EXPECT_EQ(Count({.selection = AllOf(TheOperator())}), (Counts{{{}, 2}}));
}

TEST_P(FactsContract, APlayerCountsInEveryGroupWhereTheWeightIsAboveZero) {
    auto moved = DepositOf(1, 1);
    moved.country = "DE";
    auto elsewhere = DepositOf(1, 1);
    elsewhere.country = "FR";
    auto undone = DepositOf(1, -1);
    undone.country = "FR";
    Store({moved, elsewhere, undone});
    EXPECT_EQ(Count({.selection = AllOf(TheOperator()), .groups = {Dimension::kCountry}}),
              (Counts{{One(std::string("DE")), 1}}));
}

TEST_P(FactsContract, AVisitIsAVisitorPerLocalDayAndLink) {
    Store({VisitOf(7, 0, 1), VisitOf(7, 1379, 1), VisitOf(7, 1380, 1), VisitOf(7, 0, 2), VisitOf(8, 0, 1)});
    app::DistinctQuestion question{.selection = AllOf(TheOperator()), .entity = Entity::kVisit};
    EXPECT_EQ(Count(question), (Counts{{{}, 3}}));
    question.selection.offsets = {{0, 60}};
    EXPECT_EQ(Count(question), (Counts{{{}, 4}}));
}

TEST_P(FactsContract, RandomQuestionsAreAnsweredAsARowByRowComputationDoes) {
    AnyFacts any(20'260'310);
    const auto rows = AnyRows(any, 5000);
    Store({rows.begin(), rows.begin() + 3000});
    Store({rows.begin() + 3000, rows.end()});
    for (int i = 0; i < 100; ++i) {
        const auto sum = any.SumQuestion();
        ASSERT_EQ(Sum(sum), NaiveSums(rows, sum)) << "question " << i;
        const auto distinct = any.DistinctQuestion();
        ASSERT_EQ(Count(distinct), NaiveCounts(rows, distinct)) << "question " << i;
    }
}

TEST_P(FactsContract, QuestionsSeeWholeCommitsWhileOthersAreMade) {
    constexpr int kCommits = 20;
    constexpr int kRows = 3000;
    std::atomic<bool> is_done = false;
    std::vector<std::thread> askers;
    for (int i = 0; i < 3; ++i) {
        askers.emplace_back([&] {
            std::int64_t last = 0;
            while (!is_done) {
                std::int64_t weight = 0;
                for (const auto& [part, value] : Sum({.selection = AllOf(TheOperator())})) weight += value.weight;
                EXPECT_EQ(weight % kRows, 0);
                EXPECT_GE(weight, last);
                last = weight;
            }
        });
    }
    for (int i = 0; i < kCommits; ++i) Store(std::vector(kRows, ClickAt(i)));
    is_done = true;
    for (auto& asker : askers) asker.join();
    EXPECT_EQ(Sum({.selection = AllOf(TheOperator())}).begin()->second.weight, kCommits * kRows);
}

// The rows that pass a filter must not depend on what the store knew when it planned the query.
TEST_P(FactsContract, NothingOutsideAQuestionIsCountedWhileFactsAreAdded) {
    constexpr std::int32_t kFirst = 1'000'000;
    std::atomic<std::int32_t> earliest = kFirst;
    std::atomic<bool> is_done = false;
    Store({ClickAt(kFirst)});
    std::vector<std::thread> askers;
    for (int i = 0; i < 3; ++i) {
        askers.emplace_back([&] {
            while (!is_done) {
                app::SumQuestion question{.selection = AllOf(TheOperator())};
                const std::int32_t from = earliest;
                question.selection.ranges = {{from, kFirst + 1}};
                std::int64_t weight = 0;
                for (const auto& [part, value] : Sum(question)) weight += value.weight;
                ASSERT_LE(weight, kFirst - from + 1);
            }
        });
    }
    for (std::int32_t i = 1; i <= 150; ++i) {
        Store({ClickAt(kFirst - i)});
        earliest = kFirst - i;
    }
    is_done = true;
    for (auto& asker : askers) asker.join();
}

}  // namespace fairlead::facts

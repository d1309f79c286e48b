#include "facts/contract/fixture.hpp"

namespace fairlead::facts {
namespace {

using app::BlockMark;

const OperatorId kOtherOperator = NthId<OperatorId>(201);

std::int64_t TotalWeight(const Sums& sums) {
    std::int64_t total = 0;
    for (const auto& [part, value] : sums) total += value.weight;
    return total;
}

std::map<OperatorId, BlockMark> ByOwner(const Result<std::vector<BlockMark>>& marks) {
    std::map<OperatorId, BlockMark> by_owner;
    EXPECT_TRUE(marks);
    for (const BlockMark& mark : *marks) EXPECT_TRUE(by_owner.emplace(mark.owner, mark).second);
    return by_owner;
}

reporting::FactRow OfOther(reporting::FactRow row) {
    row.owner = kOtherOperator;
    return row;
}

}  // namespace

TEST_P(FactsContract, AnEmptyStoreHasNoMarksAndAnswersNothing) {
    EXPECT_TRUE(ByOwner(store_->Marks()).empty());
    EXPECT_TRUE(Sum({.selection = AllOf(TheOperator())}).empty());
    EXPECT_TRUE(Count({.selection = AllOf(TheOperator())}).empty());
}

TEST_P(FactsContract, RowsAndMarksAreStoredTogether) {
    auto appender = *store_->Append();
    appender->Add(ClickAt(10));
    appender->Add(OfOther(ClickAt(10)));
    const std::vector<BlockMark> marks{{TheOperator(), 7, Timestamp{123}}, {kOtherOperator, 1, Timestamp{456}}};
    ASSERT_TRUE(appender->Commit(marks));
    appender.reset();
    EXPECT_EQ(ByOwner(store_->Marks()),
              (std::map<OperatorId, BlockMark>{{TheOperator(), marks[0]}, {kOtherOperator, marks[1]}}));
    EXPECT_EQ(TotalWeight(Sum({.selection = AllOf(TheOperator())})), 1);
}

TEST_P(FactsContract, AMarkMovesAndOthersStay) {
    Store({ClickAt(10), OfOther(ClickAt(10))});
    Store({ClickAt(20)});
    const auto marks = ByOwner(store_->Marks());
    EXPECT_EQ(marks.at(TheOperator()).block, 2);
    EXPECT_EQ(marks.at(kOtherOperator).block, 1);
}

TEST_P(FactsContract, AMarkMovesWithoutRows) {
    const BlockMark mark{TheOperator(), 3, Timestamp{5}};
    ASSERT_TRUE((*store_->Append())->Commit(std::vector{mark}));
    EXPECT_EQ(ByOwner(store_->Marks()).at(TheOperator()), mark);
}

TEST_P(FactsContract, UncommittedFactsAreDiscarded) {
    Store({ClickAt(10)});
    {
        auto appender = *store_->Append();
        for (int i = 0; i < 5000; ++i) appender->Add(ClickAt(i));
    }
    EXPECT_EQ(TotalWeight(Sum({.selection = AllOf(TheOperator())})), 1);
    Reopen();
    EXPECT_EQ(TotalWeight(Sum({.selection = AllOf(TheOperator())})), 1);
    EXPECT_EQ(ByOwner(store_->Marks()).at(TheOperator()).block, 1);
}

TEST_P(FactsContract, NothingIsSeenBeforeTheCommit) {
    auto appender = *store_->Append();
    for (int i = 0; i < 5000; ++i) appender->Add(ClickAt(i));
    EXPECT_TRUE(Sum({.selection = AllOf(TheOperator())}).empty());
    ASSERT_TRUE(appender->Commit(std::vector{BlockMark{TheOperator(), 1, Timestamp{1}}}));
    EXPECT_EQ(TotalWeight(Sum({.selection = AllOf(TheOperator())})), 5000);
}

TEST_P(FactsContract, StoredFactsAreThereAfterReopening) {
    auto row = DepositAt(10, 5, "EUR");
    row.affiliate = NthId<AffiliateId>(1);
    row.country = "DE";
    row.subs[0] = "spring";
    Store({row});
    Reopen();
    const app::SumQuestion question{
        .selection = AllOf(TheOperator()),
        .groups = {reporting::Dimension::kAffiliate, reporting::Dimension::kCountry, reporting::Dimension::kSub1},
        .split = app::RateSplit{.base = *Currency::Parse("EUR")}};
    const Sums expected{
        {{{NthId<AffiliateId>(1).uuid, "DE", "spring"}, row.kind.code, "", 0}, {1, Decimal::FromInteger(5)}}};
    EXPECT_EQ(Sum(question), expected);
    Store({row});
    EXPECT_EQ(TotalWeight(Sum(question)), 2);
    EXPECT_EQ(ByOwner(store_->Marks()).at(TheOperator()).block, 2);
}

TEST_P(FactsContract, AnOperatorIsForgottenAndOthersAreNot) {
    Store({ClickAt(10), OfOther(ClickAt(10))});
    ASSERT_TRUE(store_->Forget(TheOperator()));
    EXPECT_TRUE(Sum({.selection = AllOf(TheOperator())}).empty());
    EXPECT_EQ(TotalWeight(Sum({.selection = AllOf(kOtherOperator)})), 1);
    const auto marks = ByOwner(store_->Marks());
    EXPECT_FALSE(marks.contains(TheOperator()));
    EXPECT_EQ(marks.at(kOtherOperator).block, 1);
    Store({ClickAt(10)});
    EXPECT_EQ(TotalWeight(Sum({.selection = AllOf(TheOperator())})), 1);
}

TEST_P(FactsContract, AllIsForgotten) {
    Store({ClickAt(10), OfOther(ClickAt(10))});
    ASSERT_TRUE(store_->Forget(std::nullopt));
    EXPECT_TRUE(ByOwner(store_->Marks()).empty());
    EXPECT_TRUE(Sum({.selection = AllOf(kOtherOperator)}).empty());
    Reopen();
    EXPECT_TRUE(ByOwner(store_->Marks()).empty());
}

TEST_P(FactsContract, AnOperatorWithoutFactsCanBeForgotten) { EXPECT_TRUE(store_->Forget(kOtherOperator)); }

TEST_P(FactsContract, OtherOperatorsFactsAreNeverSeen) {
    auto mine = ClickAt(10);
    auto theirs = OfOther(ClickAt(10));
    mine.brand = theirs.brand = NthId<BrandId>(1);
    mine.visitor = theirs.visitor = 5;
    Store({mine, theirs, theirs});
    EXPECT_EQ(TotalWeight(Sum({.selection = AllOf(TheOperator())})), 1);
    EXPECT_EQ(TotalWeight(Sum({.selection = AllOf(NthId<OperatorId>(9))})), 0);
    EXPECT_EQ(Count({.selection = AllOf(TheOperator()), .entity = app::Entity::kVisit}), (Counts{{{}, 1}}));
}

}  // namespace fairlead::facts

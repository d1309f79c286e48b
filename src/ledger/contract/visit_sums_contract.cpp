#include <thread>

#include "app/await.hpp"
#include "app/ports/visit_sums.hpp"
#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

constexpr Date kToday{20'522};

class VisitSumsContract : public LedgerContract {
protected:
    static Status Add(app::Ledger& ledger, OperatorId owner, std::vector<app::VisitSum> sums) {
        return app::Await<Status>([&](auto done) { ledger.visit_sums().Add(owner, std::move(sums), std::move(done)); });
    }

    // All sums of the query, read in pages of the given size.
    std::vector<app::VisitSum> Read(app::VisitSumQuery query, std::size_t limit = 200) {
        query.limit = limit;
        std::vector<app::VisitSum> all;
        do {
            auto page =
                app::Await<app::VisitSumPage>([&](auto done) { ledger_->visit_sums().Read(query, std::move(done)); });
            EXPECT_TRUE(page) << page.error().message;
            EXPECT_LE(page->items.size(), limit);
            all.insert(all.end(), page->items.begin(), page->items.end());
            query.after = page->more_after;
        } while (query.after);
        return all;
    }
};

TEST_P(VisitSumsContract, CountsAreAddedToOneRowPerLinkAndDayAndSurviveARestart) {
    const OperatorId owner = MakeOperator();
    const LinkId link = LinkId::New();
    ASSERT_TRUE(Add(*ledger_, owner, {{kToday, link, 2, 30}, {kToday, LinkId{}, 0, 1}}));
    ASSERT_TRUE(Add(*ledger_, owner, {{kToday, link, 5, 0}}));
    Reopen();
    ASSERT_TRUE(Add(*ledger_, owner, {{kToday, link, 0, 4}}));
    const std::vector<app::VisitSum> expected{{kToday, LinkId{}, 0, 1}, {kToday, link, 7, 34}};
    EXPECT_EQ(Read({.owner = owner}), expected);
    EXPECT_EQ(Health(owner).only_counted_total, 42);
    EXPECT_EQ(Health(owner).click_total, 0);
}

TEST_P(VisitSumsContract, AnOperatorSeesOnlyItsOwnCounts) {
    const OperatorId owner = MakeOperator();
    const OperatorId other = MakeOperator("Other");
    const LinkId link = LinkId::New();
    ASSERT_TRUE(Add(*ledger_, owner, {{kToday, link, 1, 0}}));
    EXPECT_TRUE(Read({.owner = other}).empty());
    EXPECT_EQ(Health(other).only_counted_total, 0);
}

TEST_P(VisitSumsContract, EachSumIsListedOnceOnPagesOfAnySizeNewestDayFirst) {
    const OperatorId owner = MakeOperator();
    const LinkId link = LinkId::New();
    std::vector<app::VisitSum> sums;
    for (int day = 0; day < 4; ++day) {
        sums.push_back({{kToday.days - day}, link, day, 1});
        sums.push_back({{kToday.days - day}, LinkId::New(), day, 2});
    }
    ASSERT_TRUE(Add(*ledger_, owner, sums));
    std::ranges::sort(sums, [](const app::VisitSum& a, const app::VisitSum& b) {
        return std::pair(-a.day.days, a.link) < std::pair(-b.day.days, b.link);
    });
    for (const std::size_t limit : {1U, 3U, 200U}) EXPECT_EQ(Read({.owner = owner}, limit), sums);
    EXPECT_EQ(Read({.owner = owner, .link = link}, 1).size(), 4U);
    const app::VisitSumQuery two_days{
        .owner = owner, .first_day = Date{kToday.days - 2}, .last_day = Date{kToday.days - 1}};
    EXPECT_EQ(Read(two_days, 3), std::vector(sums.begin() + 2, sums.begin() + 6));
}

TEST_P(VisitSumsContract, CountsOfTwoNodesAddUp) {
    const OperatorId owner = MakeOperator();
    const LinkId link = LinkId::New();
    // Only one process can use a SQLite ledger, so there two threads of one process stand for the two nodes.
    const auto other_node = GetParam() == "Postgres" ? place_->Open(metrics_) : nullptr;
    {
        std::vector<std::jthread> nodes;
        for (app::Ledger* node : {ledger_.get(), other_node ? other_node.get() : ledger_.get()}) {
            nodes.emplace_back([&, node] {
                for (int i = 0; i < 20; ++i) {
                    EXPECT_TRUE(Add(*node, owner, {{kToday, link, 1, 2}, {{kToday.days - 1}, link, 0, 1}}));
                }
            });
        }
    }
    const std::vector<app::VisitSum> expected{{kToday, link, 40, 80}, {{kToday.days - 1}, link, 0, 40}};
    EXPECT_EQ(Read({.owner = owner}), expected);
}

INSTANTIATE_TEST_SUITE_P(Engines, VisitSumsContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

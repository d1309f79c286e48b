#include "ledger/index/recent_postings.hpp"

#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

using Numbers = std::vector<std::int64_t>;

Numbers Find(const RecentPostings& postings, std::uint64_t term, std::int64_t before, std::size_t limit) {
    Numbers found;
    postings.Find(term, before, limit, found);
    return found;
}

TEST(RecentPostings, NumbersThatAreAddedInAnyOrderAreFoundGreatestFirst) {
    RecentPostings postings;
    for (const std::int64_t number : {5, 9, 2, 7, 9, 1, 8, 2}) postings.Add(1, number);
    postings.Add(2, 6);
    EXPECT_EQ(Find(postings, 1, 100, 10), (Numbers{9, 8, 7, 5, 2, 1}));
    EXPECT_EQ(Find(postings, 1, 8, 2), (Numbers{7, 5}));
    EXPECT_EQ(Find(postings, 2, 100, 10), Numbers{6});
    EXPECT_EQ(Find(postings, 3, 100, 10), Numbers{});
    EXPECT_EQ(postings.size(), 7U);
}

}  // namespace
}  // namespace fairlead::ledger

#include "app/catalogue/shared_index.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

TEST(SharedIndex, FindsOnlyAddedKeys) {
    SharedIndex<int, std::string> index;
    for (int i = 0; i < 20'000; ++i) index.Add(i, std::to_string(i));
    for (int i = 0; i < 20'000; ++i) ASSERT_EQ(*index.Find(i), std::to_string(i));
    EXPECT_EQ(index.Find(-1), nullptr);
    EXPECT_EQ(index.Find(20'000), nullptr);
}

TEST(SharedIndex, ACopyDoesNotSeeLaterAdditions) {
    SharedIndex<int, std::string> index;
    for (int i = 0; i < 10'000; ++i) index.Add(i, "old");
    SharedIndex<int, std::string> next = index;
    for (int i = 10'000; i < 20'000; ++i) next.Add(i, "new");
    for (int i = 10'000; i < 20'000; ++i) {
        ASSERT_EQ(index.Find(i), nullptr);
        ASSERT_EQ(*next.Find(i), "new");
    }
    EXPECT_EQ(*next.Find(5), "old");
}

TEST(SharedIndex, ACopySharesAllBucketsWithoutAnAddition) {
    SharedIndex<int, std::string> index;
    for (int i = 0; i < 10'000; ++i) index.Add(i, "old");
    SharedIndex<int, std::string> next = index;
    next.Add(10'000, "new");
    int copied = 0;
    for (int i = 0; i < 10'000; ++i) copied += index.Find(i) == next.Find(i) ? 0 : 1;
    EXPECT_LT(copied, 30) << "the keys of one bucket";
}

TEST(SharedIndex, AKnownKeyKeepsItsValue) {
    SharedIndex<int, std::string> index;
    index.Add(1, "first");
    index.Add(1, "second");
    EXPECT_EQ(*index.Find(1), "first");
}

}  // namespace
}  // namespace fairlead::app

#include "base/published.hpp"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace fairlead {
namespace {

TEST(PublishedValue, ReadersSeeWholeValuesInOrder) {
    constexpr int kLast = 20'000;
    Published<std::pair<int, int>> published(std::make_shared<const std::pair<int, int>>(0, 0));
    const auto read_all = [&published] {
        int newest = 0;
        while (newest < kLast) {
            const auto value = published.Load();
            EXPECT_EQ(value->first, value->second);
            EXPECT_GE(value->first, newest);
            newest = value->first;
        }
    };
    std::vector<std::jthread> readers;
    for (int i = 0; i < 2; ++i) readers.emplace_back(read_all);
    for (int i = 1; i <= kLast; ++i) published.Store(std::make_shared<const std::pair<int, int>>(i, i));
}

TEST(PublishedValue, APreviousValueIsKeptAsLongAsItIsRead) {
    auto first = std::make_shared<const int>(1);
    const std::weak_ptr<const int> watched = first;
    Published<int> published(std::move(first));
    auto read = published.Load();
    published.Store(std::make_shared<const int>(2));
    EXPECT_EQ(*read, 1);
    read.reset();
    EXPECT_TRUE(watched.expired());
    EXPECT_EQ(*published.Load(), 2);
}

}  // namespace
}  // namespace fairlead

#include "http/codec/list_page.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::http {
namespace {

namespace json = boost::json;

std::string IdOf(int n) {
    const std::string digits = std::to_string(n);
    return "0190a0b0-c0d0-7e0f-8a1b-" + std::string(12 - digits.size(), '0') + digits;
}

// Things 1 to `count`, every other one inactive.
std::vector<json::object> Things(int count) {
    std::vector<json::object> things;
    for (int n = 1; n <= count; ++n) {
        things.push_back({{"id", IdOf(n)},
                          {"name", "Thing " + std::to_string(n)},
                          {"status", n % 2 == 0 ? "inactive" : "active"},
                          {"days", n},
                          {"url", nullptr},
                          {"open", n == 3}});
    }
    return things;
}

Result<json::object> Page(int count, std::string_view query) {
    return MakeListPage(Things(count), Request{.query = query});
}

// The numbers of the things on a page.
std::vector<std::int64_t> Numbers(const json::object& page) {
    std::vector<std::int64_t> numbers;
    for (const auto& item : page.at("items").as_array()) numbers.push_back(item.at("days").as_int64());
    return numbers;
}

std::vector<std::int64_t> Numbers(int count, std::string_view query) { return Numbers(Page(count, query).value()); }

TEST(ListPage, AShortListIsOnePageWithoutANext) {
    const auto page = Page(3, "");
    ASSERT_TRUE(page.has_value());
    EXPECT_EQ(Numbers(*page), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_TRUE(page->at("nextCursor").is_null());
    EXPECT_EQ(page->size(), 2U);
}

TEST(ListPage, AnEmptyListIsAPageToo) {
    const auto page = Page(0, "");
    ASSERT_TRUE(page.has_value());
    EXPECT_EQ(json::value(*page), json::parse(R"({"items": [], "nextCursor": null})"));
}

TEST(ListPage, HasFiftyItemsUnlessAskedForMore) {
    EXPECT_EQ(Numbers(300, "").size(), 50U);
    EXPECT_EQ(Numbers(300, "limit=200").size(), 200U);
    EXPECT_EQ(Numbers(300, "limit=1").size(), 1U);
    EXPECT_EQ(Page(300, "limit=200")->at("nextCursor"), json::value(IdOf(200)));
}

TEST(ListPage, AFullLastPageHasNoNext) {
    EXPECT_TRUE(Page(50, "")->at("nextCursor").is_null());
    EXPECT_EQ(Page(51, "")->at("nextCursor"), json::value(IdOf(50)));
}

TEST(ListPage, ACursorGoesOnBehindTheItemItNames) {
    EXPECT_EQ(Numbers(5, "limit=2&cursor=" + IdOf(2)), (std::vector<std::int64_t>{3, 4}));
    EXPECT_EQ(Numbers(5, "cursor=" + IdOf(5)), std::vector<std::int64_t>());
    EXPECT_EQ(Numbers(5, "cursor=0190A0B0-C0D0-7E0F-8A1B-000000000004"), std::vector<std::int64_t>{5});
}

TEST(ListPage, FiltersAreExactAndByMemberName) {
    EXPECT_EQ(Numbers(5, "status=inactive"), (std::vector<std::int64_t>{2, 4}));
    EXPECT_EQ(Numbers(5, "status=inactive&days=4"), std::vector<std::int64_t>{4});
    EXPECT_EQ(Numbers(5, "name=Thing+2"), std::vector<std::int64_t>{2});
    EXPECT_EQ(Numbers(5, "name=Thing%203"), std::vector<std::int64_t>{3});
    EXPECT_EQ(Numbers(5, "open=true"), std::vector<std::int64_t>{3});
    EXPECT_EQ(Numbers(5, "name=Thing"), std::vector<std::int64_t>());
    EXPECT_EQ(Numbers(5, "status=INACTIVE"), std::vector<std::int64_t>());
    EXPECT_EQ(Numbers(5, "id=" + IdOf(4)), std::vector<std::int64_t>{4});
}

TEST(ListPage, ThePageIsFilledWithWhatPassesTheFilter) {
    const auto page = Page(10, "status=inactive&limit=2&cursor=" + IdOf(2));
    EXPECT_EQ(Numbers(*page), (std::vector<std::int64_t>{4, 6}));
    EXPECT_EQ(page->at("nextCursor"), json::value(IdOf(6)));
}

TEST(ListPage, AnUnknownParameterIsRefused) {
    for (const std::string_view query :
         {"stauts=inactive", "Status=inactive", "status=nowhere&colour=red", "colour=red&status=active", "=x", "x"}) {
        const auto page = Page(5, query);
        ASSERT_FALSE(page.has_value()) << query;
        EXPECT_EQ(page.error().code, ErrorCode::kInvalidRequest) << query;
    }
}

TEST(ListPage, ALimitIsFrom1To200) {
    for (const std::string_view limit : {"0", "201", "-1", "+5", "5.0", "", "many", "5%20", "99999999999999999999"}) {
        const auto page = Page(5, "limit=" + std::string(limit));
        ASSERT_FALSE(page.has_value()) << limit;
        EXPECT_EQ(page.error().code, ErrorCode::kInvalidRequest) << limit;
    }
}

TEST(ListPage, ACursorIsOneThatWasGivenOut) {
    for (const std::string_view cursor : {"", "1", "next", "0190a0b0-c0d0-7e0f-8a1b-00000000000g"}) {
        EXPECT_FALSE(Page(5, "cursor=" + std::string(cursor)).has_value()) << cursor;
    }
}

TEST(ListPage, AQueryThatCannotBeReadIsRefusedRatherThanIgnored) {
    for (const std::string_view query : {"status=inactive&name=100%", "limit=%zz", "status=%f"}) {
        EXPECT_FALSE(Page(5, query).has_value()) << query;
    }
}

RC_GTEST_PROP(ListPage, FollowingTheCursorsVisitsEveryThingOnce, ()) {
    const auto count = *rc::gen::inRange(0, 60);
    const auto limit = *rc::gen::inRange(1, 20);
    const bool filtered = *rc::gen::arbitrary<bool>();
    std::vector<std::int64_t> expected;
    for (int n = 1; n <= count; ++n) {
        if (!filtered || n % 2 == 0) expected.push_back(n);
    }
    std::vector<std::int64_t> visited;
    std::string cursor;
    for (int pages = 0; pages <= count; ++pages) {
        const std::string query = "limit=" + std::to_string(limit) + (filtered ? "&status=inactive" : "") + cursor;
        const auto page = Page(count, query).value();
        const auto numbers = Numbers(page);
        RC_ASSERT(numbers.size() <= static_cast<std::size_t>(limit));
        visited.insert(visited.end(), numbers.begin(), numbers.end());
        if (page.at("nextCursor").is_null()) break;
        cursor = "&cursor=" + std::string(page.at("nextCursor").as_string());
    }
    RC_ASSERT(visited == expected);
}

}  // namespace
}  // namespace fairlead::http

#include "http/codec/records/list_page.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

Result<app::ListQuery> Query(std::string_view query) { return ReadListQuery(Request{.query = query}); }

TEST(ListQuery, DefaultsToTheFirstFifty) {
    const auto query = Query("").value();
    EXPECT_EQ(query.limit, 50U);
    EXPECT_EQ(query.cursor, "");
    EXPECT_TRUE(query.filters.empty());
}

TEST(ListQuery, IsReadWithItsFiltersInOrder) {
    const auto query = Query("status=inactive&limit=7&name=Thing+2&cursor=abc&url=a%26b").value();
    EXPECT_EQ(query.limit, 7U);
    EXPECT_EQ(query.cursor, "abc");
    EXPECT_EQ(query.filters, (std::vector<std::pair<std::string, std::string>>{
                                 {"status", "inactive"}, {"name", "Thing 2"}, {"url", "a&b"}}));
}

TEST(ListQuery, ALimitIsFrom1To200) {
    EXPECT_EQ(Query("limit=1")->limit, 1U);
    EXPECT_EQ(Query("limit=200")->limit, 200U);
    for (const std::string_view limit : {"0", "201", "-1", "+5", "5.0", "", "many", "5%20", "99999999999999999999"}) {
        const auto query = Query("limit=" + std::string(limit));
        ASSERT_FALSE(query.has_value()) << limit;
        EXPECT_EQ(query.error().code, ErrorCode::kInvalidRequest) << limit;
    }
}

TEST(ListQuery, ACursorThatIsGivenIsNotEmpty) { EXPECT_FALSE(Query("cursor=").has_value()); }

TEST(ListQuery, AMalformedQueryIsRefused) {
    for (const std::string_view query : {"status=inactive&name=100%", "limit=%zz", "status=%f"}) {
        EXPECT_FALSE(Query(query).has_value()) << query;
    }
}

TEST(ListPage, TheLastPageHasNoNextCursor) {
    EXPECT_EQ(WriteListPage({.items = {}, .next_cursor = ""}), R"({"items":[],"nextCursor":null})");
    EXPECT_EQ(WriteListPage({.items = {1}, .next_cursor = "x"}), R"({"items":[1],"nextCursor":"x"})");
}

}  // namespace
}  // namespace fairlead::http

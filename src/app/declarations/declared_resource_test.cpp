#include "app/declarations/declared_resource.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::app {
namespace {

namespace json = boost::json;
using catalogue::Brand;
using Filters = std::vector<std::pair<std::string, std::string>>;

std::string IdOf(int n) {
    const std::string digits = std::to_string(n);
    return "0190a0b0-c0d0-7e0f-8a1b-" + std::string(12 - digits.size(), '0') + digits;
}

// Brands 1 to `count`. Every other one is inactive; the attribution window of each is its number.
OperatorEntry EntryWith(int count) {
    std::vector<Brand> brands;
    for (int n = 1; n <= count; ++n) {
        brands.push_back({.id = *BrandId::Parse(IdOf(n)),
                          .name = "Brand " + std::to_string(n),
                          .website_url = n % 3 == 0 ? "https://three.example/" : "",
                          .attribution_window_days = n,
                          .active = n % 2 != 0});
    }
    OperatorEntry entry;
    entry.records.brands = RecordTable(std::move(brands));
    return entry;
}

Result<ListPage> PageOf(int count, const ListQuery& query) {
    const OperatorEntry entry = EntryWith(count);
    return BrandResource().List({entry, {}}, query);
}

std::vector<std::int64_t> Numbers(const ListPage& page) {
    std::vector<std::int64_t> numbers;
    for (const auto& item : page.items) numbers.push_back(item.at("attributionWindowDays").as_int64());
    return numbers;
}

std::vector<std::int64_t> Passing(Filters filters) {
    return Numbers(PageOf(6, {.filters = std::move(filters)}).value());
}

TEST(List, AShortListIsOnePageWithoutACursor) {
    const auto page = PageOf(3, {}).value();
    EXPECT_EQ(Numbers(page), (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(page.next_cursor, "");
}

TEST(List, AnEmptyListIsOneEmptyPage) { EXPECT_TRUE(PageOf(0, {}).value().items.empty()); }

TEST(List, ContinuesAfterTheCursor) {
    const auto first = PageOf(5, {.limit = 2}).value();
    EXPECT_EQ(Numbers(first), (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(first.next_cursor, IdOf(2));
    EXPECT_EQ(Numbers(PageOf(5, {.limit = 2, .cursor = IdOf(2)}).value()), (std::vector<std::int64_t>{3, 4}));
    EXPECT_TRUE(PageOf(5, {.cursor = IdOf(5)}).value().items.empty());
    EXPECT_EQ(PageOf(5, {.limit = 5}).value().next_cursor, "") << "a full page can be the last";
}

TEST(List, FiltersAreExactAndByMemberName) {
    EXPECT_EQ(Passing({{"status", "inactive"}}), (std::vector<std::int64_t>{2, 4, 6}));
    EXPECT_EQ(Passing({{"status", "inactive"}, {"attributionWindowDays", "4"}}), std::vector<std::int64_t>{4});
    EXPECT_EQ(Passing({{"name", "Brand 2"}}), std::vector<std::int64_t>{2});
    EXPECT_EQ(Passing({{"id", IdOf(4)}}), std::vector<std::int64_t>{4});
    EXPECT_EQ(Passing({{"websiteUrl", "https://three.example/"}}), (std::vector<std::int64_t>{3, 6}));
    EXPECT_EQ(Passing({{"websiteUrl", "null"}}), (std::vector<std::int64_t>{1, 2, 4, 5}));
    for (const auto& [name, nothing] : Filters{{"name", "Brand"},
                                               {"status", "INACTIVE"},
                                               {"id", "4"},
                                               {"name", ""},
                                               {"websiteUrl", ""},
                                               {"attributionWindowDays", "04"}}) {
        EXPECT_TRUE(Passing({{name, nothing}}).empty()) << name << "=" << nothing;
    }
}

TEST(List, AnUnknownFilterIsRefused) {
    for (const std::string_view name : {"stauts", "Status", "colour", ""}) {
        const auto page = PageOf(5, {.filters = {{std::string(name), "x"}}});
        ASSERT_FALSE(page.has_value()) << name;
        EXPECT_EQ(page.error().code, ErrorCode::kInvalidRequest) << name;
        EXPECT_FALSE(BrandResource().HasFilter(name)) << name;
    }
    EXPECT_TRUE(BrandResource().HasFilter("status"));
    EXPECT_TRUE(BrandResource().HasFilter("search"));
}

TEST(List, AnInventedCursorIsRefused) {
    for (const std::string_view cursor : {"1", "next", "0190a0b0-c0d0-7e0f-8a1b-00000000000g"}) {
        EXPECT_FALSE(PageOf(5, {.cursor = std::string(cursor)}).has_value()) << cursor;
    }
}

RC_GTEST_PROP(List, FollowingTheCursorsVisitsEveryRecordOnce, ()) {
    const auto count = *rc::gen::inRange(0, 600);
    const auto limit = static_cast<std::size_t>(*rc::gen::inRange(1, 200));
    const bool filtered = *rc::gen::arbitrary<bool>();
    const OperatorEntry entry = EntryWith(count);
    std::vector<std::int64_t> expected;
    for (int n = 1; n <= count; ++n) {
        if (!filtered || n % 2 == 0) expected.push_back(n);
    }
    std::vector<std::int64_t> visited;
    ListQuery query{.limit = limit};
    if (filtered) query.filters.emplace_back("status", "inactive");
    do {
        const auto page = BrandResource().List({entry, {}}, query).value();
        RC_ASSERT(page.items.size() <= limit);
        const auto numbers = Numbers(page);
        visited.insert(visited.end(), numbers.begin(), numbers.end());
        query.cursor = page.next_cursor;
    } while (!query.cursor.empty());
    RC_ASSERT(visited == expected);
}

// The state of a catalogue that has only these brands.
std::expected<ManageCatalogue::CatalogueDecision, Errors> Decide(const OperatorEntry& entry,
                                                                 const ManageCatalogue::Decide& decide) {
    return decide({CatalogueSnapshot(), entry});
}

TEST(Decisions, AChangeIsStoredWithTheStatesBeforeAndAfter) {
    const OperatorEntry entry = EntryWith(1);
    const auto decided =
        Decide(entry, BrandResource().Update(Uuid::Parse(IdOf(1)).value(), {json::object{{"name", "New"}}, "me", {}}));
    ASSERT_TRUE(decided);
    EXPECT_EQ(decided->answer.at("name"), "New");
    ASSERT_EQ(decided->change.audit.size(), 1U);
    const AuditEntry& audit = decided->change.audit.front();
    EXPECT_EQ(audit.actor, "me");
    EXPECT_EQ(audit.action, "brand.update");
    EXPECT_EQ(audit.subject, "brand/" + IdOf(1));
    EXPECT_EQ(json::parse(audit.before).at("name"), "Brand 1");
    EXPECT_EQ(json::parse(audit.after).at("name"), "New");
}

TEST(Decisions, AChangeWithoutADifferenceStoresNothing) {
    const OperatorEntry entry = EntryWith(1);
    const auto decided = Decide(
        entry, BrandResource().Update(Uuid::Parse(IdOf(1)).value(), {json::object{{"name", "Brand 1"}}, "me", {}}));
    ASSERT_TRUE(decided);
    EXPECT_EQ(decided->answer.at("name"), "Brand 1");
    EXPECT_TRUE(decided->change.upserts.empty());
    EXPECT_TRUE(decided->change.audit.empty());
}

TEST(Decisions, AnUnknownIdIsNotFound) {
    const auto decided = Decide(EntryWith(1), BrandResource().Update(Uuid(), {json::object(), "me", {}}));
    ASSERT_FALSE(decided);
    EXPECT_EQ(decided.error().front().code, ErrorCode::kNotFound);
}

TEST(Decisions, TheAuditLogNeverHoldsAKey) {
    const auto decided = Decide(EntryWith(0), ApiKeyResource().Create({json::object{{"name", "Key"}}, "me", {}}));
    ASSERT_TRUE(decided);
    const std::string key(decided->answer.at("key").as_string());
    EXPECT_FALSE(decided->change.audit.front().after.contains(key));
    EXPECT_FALSE(json::parse(decided->change.audit.front().after).as_object().contains("lastUsedAt"));
}

TEST(Schemas, AreDerivedFromTheDeclaration) {
    const auto answer = BrandResource().AnswerSchema();
    EXPECT_EQ(answer.at("required").as_array().size(), 8U);
    const auto creation = BrandResource().CreationSchema();
    EXPECT_EQ(creation.at("required"), (json::array{"name"}));
    EXPECT_EQ(creation.at("properties").at("attributionWindowDays").at("default"), 30);
    EXPECT_FALSE(creation.at("properties").as_object().contains("id"));
    EXPECT_FALSE(BrandResource().ChangeSchema().contains("required"));
    EXPECT_TRUE(LinkResource().CreationSchema().at("properties").as_object().contains("code"));
    EXPECT_FALSE(LinkResource().ChangeSchema().at("properties").as_object().contains("code"));
}

}  // namespace
}  // namespace fairlead::app

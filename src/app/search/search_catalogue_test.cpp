#include "app/search/search_catalogue.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

catalogue::Affiliate AffiliateCalled(const std::string& name) {
    return {.id = AffiliateId::New(), .name = name, .email = "post@example.com", .notes = {}, .created_at = {}};
}

catalogue::Link LinkWith(const std::string& code, const std::string& url) {
    return {.id = LinkId::New(),
            .code = code,
            .affiliate = {},
            .brand = {},
            .destination_url = url,
            .name = {},
            .campaign = {},
            .source = {},
            .creative = {},
            .geo_target = {},
            .created_at = {}};
}

std::vector<std::string> Titles(const OperatorEntry& entry, SearchType type, std::string_view text) {
    std::vector<std::string> titles;
    for (const SearchHit& hit : CatalogueSearch{entry, text, 3}.Find(type).hits) titles.push_back(hit.title);
    return titles;
}

using Names = std::vector<std::string>;

TEST(CatalogueSearch, ListsTheBestMatchesAndSaysWhetherThereAreMore) {
    OperatorEntry entry;
    for (const auto* name : {"Maximum", "Go max", "Max Media", "Climax", "Max"}) {
        entry.records.affiliates.Put(AffiliateCalled(name));
    }
    EXPECT_EQ(Titles(entry, SearchType::kAffiliate, "MAX"), (Names{"Max", "Maximum", "Max Media"}));
    EXPECT_TRUE((CatalogueSearch{entry, "max", 3}.Find(SearchType::kAffiliate).more));
    EXPECT_FALSE((CatalogueSearch{entry, "max", 5}.Find(SearchType::kAffiliate).more));
    EXPECT_EQ(Titles(entry, SearchType::kAffiliate, "max go"), (Names{"Go max"}));
    EXPECT_EQ(Titles(entry, SearchType::kUser, "max"), Names{});
}

TEST(CatalogueSearch, FindsRecordsOfAllChunksAndFollowsChanges) {
    OperatorEntry entry;
    std::vector<catalogue::Affiliate> many;
    for (int i = 0; i < 1000; ++i) many.push_back(AffiliateCalled("Partner " + std::to_string(i)));
    entry.records.affiliates = RecordTable(many);
    for (const int i : {0, 255, 256, 999}) {
        EXPECT_EQ(Titles(entry, SearchType::kAffiliate, "partner " + std::to_string(i)).front(),
                  many[static_cast<std::size_t>(i)].name);
    }
    const OperatorEntry before = entry;
    many[300].name = "Renamed";
    entry.records.affiliates.Put(many[300]);
    EXPECT_EQ(Titles(entry, SearchType::kAffiliate, "renamed"), (Names{"Renamed"}));
    EXPECT_EQ(Titles(entry, SearchType::kAffiliate, "partner 300"), Names{});
    EXPECT_EQ(Titles(before, SearchType::kAffiliate, "renamed"), Names{});
    EXPECT_EQ(Titles(before, SearchType::kAffiliate, "partner 300"), (Names{"Partner 300"}));
    entry.records.affiliates.Remove(many[300].id);
    EXPECT_EQ(Titles(entry, SearchType::kAffiliate, "renamed"), Names{});
}

TEST(CatalogueSearch, FindsTheBestMatchAlsoIfNearlyEverythingMatches) {
    OperatorEntry entry;
    std::vector<catalogue::Affiliate> many;
    for (int i = 0; i < 25'000; ++i) many.push_back(AffiliateCalled("The casino " + std::to_string(i)));
    many.push_back(AffiliateCalled("Casi"));
    entry.records.affiliates = RecordTable(std::move(many));
    EXPECT_EQ(Titles(entry, SearchType::kAffiliate, "casi").front(), "Casi");
    EXPECT_EQ(Titles(entry, SearchType::kAffiliate, "asin").size(), 3U);
}

TEST(CatalogueSearch, FindsALinkByItsTrackingUrlAndByItsId) {
    OperatorEntry entry;
    const auto link = LinkWith("Spring", "https://casino.example/join");
    entry.records.links.Put(link);
    entry.records.links.Put(LinkWith("spring-2", "https://casino.example/spring"));
    for (const std::string& text :
         {std::string("https://track.example/r/Spring?sub1=a"), std::string("/api/v1/track/click/Spring"),
          link.id.ToString(), "https://a.example/api/v1/track/click/" + link.id.ToString() + "?x=y"}) {
        EXPECT_EQ(Titles(entry, SearchType::kLink, text), (Names{"Spring"})) << text;
    }
    EXPECT_EQ(Titles(entry, SearchType::kLink, "casino.example/JOIN"), (Names{"Spring"}));
    EXPECT_EQ(Titles(entry, SearchType::kLink, "https://track.example/r/spr"), Names{});
}

}  // namespace
}  // namespace fairlead::app

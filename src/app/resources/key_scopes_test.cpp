// The changes that an API key may not make although its scopes open the route.

#include <gtest/gtest.h>

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;
using access::KeyScope;
using access::KeyScopes;
using catalogue::Affiliate;
using catalogue::ApiKey;

const ApiKeyId kStoredKey = *ApiKeyId::Parse("0190a0b0-c0d0-7e0f-8a1b-000000000001");
const AffiliateId kStoredAffiliate = *AffiliateId::Parse("0190a0b0-c0d0-7e0f-8a1b-000000000002");

// A catalogue with one key of these scopes and one affiliate.
OperatorEntry EntryWithKey(KeyScopes scopes) {
    OperatorEntry entry;
    entry.records.api_keys =
        RecordTable(std::vector{ApiKey{.id = kStoredKey, .name = "Key", .scopes = std::move(scopes)}});
    entry.records.affiliates = RecordTable(std::vector{Affiliate{.id = kStoredAffiliate, .name = "Best Bets"}});
    return entry;
}

ChangeRequest ChangeBy(std::optional<KeyScopes> own, std::string_view body) {
    return {.body = json::parse(body), .actor = "me", .key_scopes = std::move(own)};
}

// The pointer of the refusal, or nothing if the change is allowed.
std::optional<std::string> RefusedAt(const OperatorEntry& entry, const ManageCatalogue::Decide& decide) {
    const auto decided = decide({CatalogueSnapshot(), entry});
    if (decided) return std::nullopt;
    EXPECT_EQ(decided.error().front().code, ErrorCode::kForbidden) << decided.error().front().message;
    return decided.error().front().pointer;
}

std::optional<std::string> NewKeyRefusedAt(std::optional<KeyScopes> own, std::string_view body) {
    return RefusedAt(EntryWithKey({KeyScope::kFull}), ApiKeyResource().Create(ChangeBy(std::move(own), body)));
}

std::optional<std::string> ChangeRefusedAt(KeyScopes of_key, std::optional<KeyScopes> own, std::string_view body) {
    return RefusedAt(EntryWithKey(std::move(of_key)),
                     ApiKeyResource().Update(kStoredKey.uuid, ChangeBy(std::move(own), body)));
}

TEST(KeyScopes, AKeyGivesANewKeyOnlyScopesThatItHas) {
    const KeyScopes own{KeyScope::kAdmin, KeyScope::kEvents};
    EXPECT_EQ(NewKeyRefusedAt(own, R"({"name": "New", "scopes": ["events"]})"), std::nullopt);
    EXPECT_EQ(NewKeyRefusedAt(own, R"({"name": "New", "scopes": ["events", "admin"]})"), std::nullopt);
    EXPECT_EQ(NewKeyRefusedAt(own, R"({"name": "New", "scopes": ["events", "money"]})"), "/scopes");
    EXPECT_EQ(NewKeyRefusedAt(own, R"({"name": "New", "scopes": ["full"]})"), "/scopes");
}

TEST(KeyScopes, AKeyWithoutFullMustNameTheScopesOfANewKey) {
    EXPECT_EQ(NewKeyRefusedAt(KeyScopes{KeyScope::kAdmin}, R"({"name": "New"})"), "/scopes")
        << "absent scopes mean full";
    EXPECT_EQ(NewKeyRefusedAt(KeyScopes{KeyScope::kFull}, R"({"name": "New"})"), std::nullopt);
}

TEST(KeyScopes, AUserGivesEveryScope) {
    EXPECT_EQ(NewKeyRefusedAt(std::nullopt, R"({"name": "New"})"), std::nullopt);
    EXPECT_EQ(ChangeRefusedAt({KeyScope::kEvents}, std::nullopt, R"({"scopes": ["full"]})"), std::nullopt);
}

TEST(KeyScopes, AKeyCannotWidenAKeyOrItself) {
    const KeyScopes own{KeyScope::kAdmin};
    EXPECT_EQ(ChangeRefusedAt(own, own, R"({"scopes": ["admin", "money"]})"), "/scopes");
    EXPECT_EQ(ChangeRefusedAt(own, own, R"({"name": "Renamed"})"), std::nullopt);
}

TEST(KeyScopes, AKeyWithMoreScopesCanOnlyBeTurnedOff) {
    const KeyScopes own{KeyScope::kAdmin};
    const KeyScopes more{KeyScope::kFull};
    EXPECT_EQ(ChangeRefusedAt(more, own, R"({"active": false})"), std::nullopt);
    EXPECT_EQ(ChangeRefusedAt(more, own, R"({"active": true})"), "/scopes");
    EXPECT_EQ(ChangeRefusedAt(more, own, R"({"allowedIps": ["10.0.0.0/8"]})"), "/scopes");
    EXPECT_EQ(ChangeRefusedAt(more, own, R"({"active": false, "name": "Renamed"})"), "/scopes");
    EXPECT_EQ(ChangeRefusedAt(more, own, R"({"scopes": ["admin"]})"), "/scopes");
}

std::optional<std::string> AffiliateRefusedAt(std::optional<KeyScopes> own, std::string_view body) {
    const OperatorEntry entry = EntryWithKey({KeyScope::kFull});
    return RefusedAt(entry, AffiliateResource().Update(kStoredAffiliate.uuid, ChangeBy(std::move(own), body)));
}

TEST(KeyScopes, PayOfAnAffiliateNeedsMoney) {
    const KeyScopes tracking{KeyScope::kTracking};
    EXPECT_EQ(AffiliateRefusedAt(tracking, R"({"name": "Better Bets", "notes": "x"})"), std::nullopt);
    EXPECT_EQ(AffiliateRefusedAt(tracking, R"({"minPayout": "5"})"), "/minPayout");
    EXPECT_EQ(AffiliateRefusedAt(tracking, R"({"dealIds": ["0190a0b0-c0d0-7e0f-8a1b-000000000001"]})"), "/dealIds");
    EXPECT_EQ(AffiliateRefusedAt(tracking, R"({"parentAffiliateId": "0190a0b0-c0d0-7e0f-8a1b-000000000001"})"),
              "/parentAffiliateId");
    EXPECT_EQ(AffiliateRefusedAt(tracking, R"({"minPayout": null})"), std::nullopt) << "nothing changes";
    EXPECT_EQ(AffiliateRefusedAt(KeyScopes{KeyScope::kTracking, KeyScope::kMoney}, R"({"minPayout": "5"})"),
              std::nullopt);
    EXPECT_EQ(AffiliateRefusedAt(std::nullopt, R"({"minPayout": "5"})"), std::nullopt);
}

TEST(KeyScopes, TheModeOfABrandNeedsMoney) {
    const BrandId id = *BrandId::Parse("0190a0b0-c0d0-7e0f-8a1b-000000000003");
    OperatorEntry entry;
    entry.records.brands = RecordTable(std::vector{catalogue::Brand{.id = id, .name = "Star"}});
    const auto refused = [&](std::optional<KeyScopes> own, std::string_view body) {
        return RefusedAt(entry, BrandResource().Update(id.uuid, ChangeBy(std::move(own), body)));
    };
    const KeyScopes tracking{KeyScope::kTracking};
    EXPECT_EQ(refused(tracking, R"({"name": "Lucky Star", "ngrMode": "delta"})"), std::nullopt);
    EXPECT_EQ(refused(tracking, R"({"ngrMode": "dailyTotal"})"), "/ngrMode");
    EXPECT_EQ(refused(KeyScopes{KeyScope::kTracking, KeyScope::kMoney}, R"({"ngrMode": "dailyTotal"})"), std::nullopt);
    EXPECT_EQ(refused(std::nullopt, R"({"ngrMode": "dailyTotal"})"), std::nullopt);
    const std::string_view created = R"({"name": "New", "ngrMode": "lifetimeTotal"})";
    EXPECT_EQ(RefusedAt(entry, BrandResource().Create(ChangeBy(tracking, created))), "/ngrMode");
}

TEST(KeyScopes, TheMinimumPayoutOfTheOperatorNeedsMoney) {
    OperatorEntry entry;
    entry.records.self.id = OperatorId::New();
    entry.records.self.settings.first_time_zone = "UTC";
    const auto refused = [&](std::optional<KeyScopes> own, std::string_view body) {
        return RefusedAt(entry, OperatorResource().Update(entry.records.self.id.uuid, ChangeBy(std::move(own), body)));
    };
    const KeyScopes admin{KeyScope::kAdmin};
    EXPECT_EQ(refused(admin, R"({"name": "Lucky Star", "minPayout": "0"})"), std::nullopt);
    EXPECT_EQ(refused(admin, R"({"minPayout": "5"})"), "/minPayout");
    EXPECT_EQ(refused(KeyScopes{KeyScope::kAdmin, KeyScope::kMoney}, R"({"minPayout": "5"})"), std::nullopt);
    EXPECT_EQ(refused(std::nullopt, R"({"minPayout": "5"})"), std::nullopt);
}

}  // namespace
}  // namespace fairlead::app

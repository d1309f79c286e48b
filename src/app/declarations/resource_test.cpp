#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "app/declarations/declared_resource.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;
using catalogue::ApiKey;
using catalogue::Brand;

const Members<Brand>& BrandMembers() { return dynamic_cast<const DeclaredResource<Brand>&>(BrandResource()).members(); }
const Members<ApiKey>& ApiKeyMembers() {
    return dynamic_cast<const DeclaredResource<ApiKey>&>(ApiKeyResource()).members();
}

template <class Record>
json::object Written(const Members<Record>& members, const Record& record) {
    return Encode(members, record, {OperatorEntry(), "https://host.example/api/v1"});
}

using Codes = std::vector<std::pair<std::string, ErrorCode>>;

Codes CodesOf(const Errors& errors) {
    Codes codes;
    for (const Error& error : errors) codes.emplace_back(error.pointer, error.code);
    return codes;
}

Codes WrongBrand(std::string_view body, DecodeMode mode = DecodeMode::kUpdate) {
    Brand brand;
    return CodesOf(Decode(BrandMembers(), json::parse(body), mode, brand));
}

Codes WrongKey(std::string_view body, DecodeMode mode = DecodeMode::kUpdate) {
    ApiKey key;
    return CodesOf(Decode(ApiKeyMembers(), json::parse(body), mode, key));
}

TEST(BrandResource, IsReadWithEveryMember) {
    Brand brand;
    const auto body = json::parse(R"({"name": "Lucky Star", "websiteUrl": "https://lucky.example/play?x=1",
        "attributionWindowDays": 45, "attributionFallback": "evidence", "ngrMode": "lifetimeTotal",
        "maxEventAgeYears": 3, "status": "inactive"})");
    ASSERT_EQ(CodesOf(Decode(BrandMembers(), body, DecodeMode::kCreate, brand)), Codes());
    EXPECT_EQ(brand.name, "Lucky Star");
    EXPECT_EQ(brand.website_url, "https://lucky.example/play?x=1");
    EXPECT_EQ(brand.attribution_window_days, 45);
    EXPECT_EQ(brand.attribution_fallback, catalogue::AttributionFallback::kEvidence);
    EXPECT_EQ(brand.ngr_mode, catalogue::NgrMode::kLifetimeTotal);
    EXPECT_EQ(brand.event_age_years_max, 3);
    EXPECT_FALSE(brand.active);
}

TEST(BrandResource, HasDefaultsAndNullForAbsentMembers) {
    const BrandId id = BrandId::Parse("0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071").value();
    EXPECT_EQ(json::value(Written(BrandMembers(), Brand{.id = id, .name = "Lucky Star"})), json::parse(R"({
        "id": "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071", "name": "Lucky Star", "websiteUrl": null,
        "attributionWindowDays": 30, "attributionFallback": "lastClick", "ngrMode": "delta",
        "maxEventAgeYears": 10, "status": "active"})"));
}

TEST(BrandResource, NeedsANameOnlyAtCreation) {
    EXPECT_EQ(WrongBrand("{}", DecodeMode::kCreate), (Codes{{"/name", ErrorCode::kRequired}}));
    EXPECT_EQ(WrongBrand("{}", DecodeMode::kUpdate), Codes());
}

TEST(BrandResource, AnUpdateLeavesTheOtherMembersAlone) {
    Brand brand{.name = "Lucky Star", .website_url = "https://lucky.example", .attribution_window_days = 7};
    ASSERT_TRUE(Decode(BrandMembers(), json::parse(R"({"websiteUrl": null})"), DecodeMode::kUpdate, brand).empty());
    EXPECT_EQ(brand.website_url, "");
    EXPECT_EQ(brand.name, "Lucky Star");
    EXPECT_EQ(brand.attribution_window_days, 7);
}

TEST(BrandResource, AnUnknownOrReadOnlyMemberIsNamed) {
    EXPECT_EQ(WrongBrand(R"({"colour": "red"})"), (Codes{{"/colour", ErrorCode::kUnknownMember}}));
    EXPECT_EQ(WrongBrand(R"({"Name": "x"})"), (Codes{{"/Name", ErrorCode::kUnknownMember}}));
    EXPECT_EQ(WrongBrand(R"({"a/b~c": 1})"), (Codes{{"/a~1b~0c", ErrorCode::kUnknownMember}}));
    EXPECT_EQ(WrongBrand(R"({"id": "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071"})"),
              (Codes{{"/id", ErrorCode::kInvalidValue}}));
}

TEST(BrandResource, ANameIsATextOf1To255Characters) {
    const auto wrong = [](const json::value& name) {
        return WrongBrand(json::serialize(json::object{{"name", name}}));
    };
    std::string longest;
    for (int i = 0; i < 255; ++i) longest += "é";
    EXPECT_EQ(wrong(json::value(longest)), Codes());
    EXPECT_EQ(wrong(json::value(longest + "x")), (Codes{{"/name", ErrorCode::kTooLong}}));
    for (const std::string_view empty : {"", " ", " \t "}) {
        EXPECT_EQ(wrong(json::value(empty)), (Codes{{"/name", ErrorCode::kInvalidValue}}));
    }
    EXPECT_EQ(wrong(json::value("a\nb")), (Codes{{"/name", ErrorCode::kInvalidValue}}));
    for (const json::value& other :
         {json::value(1), json::value(nullptr), json::value(json::array{"x"}), json::value(true)}) {
        EXPECT_EQ(wrong(other), (Codes{{"/name", ErrorCode::kWrongType}}));
    }
}

TEST(BrandResource, AWindowIsAWholeNumberOfDays) {
    for (const std::string_view days : {"0", "3650"}) {
        EXPECT_EQ(WrongBrand(R"({"attributionWindowDays": )" + std::string(days) + "}"), Codes()) << days;
    }
    for (const std::string_view days : {"-1", "3651", "18446744073709551615", "-9223372036854775808"}) {
        EXPECT_EQ(WrongBrand(R"({"attributionWindowDays": )" + std::string(days) + "}"),
                  (Codes{{"/attributionWindowDays", ErrorCode::kInvalidValue}}))
            << days;
    }
    for (const std::string_view days : {"30.5", "30.0", "\"30\"", "null", "true", "[30]"}) {
        EXPECT_EQ(WrongBrand(R"({"attributionWindowDays": )" + std::string(days) + "}"),
                  (Codes{{"/attributionWindowDays", ErrorCode::kWrongType}}))
            << days;
    }
}

TEST(BrandResource, AChoiceIsOneOfItsNames) {
    for (const std::string_view name : {"lastClick", "evidence", "off"}) {
        EXPECT_EQ(WrongBrand(json::serialize(json::object{{"attributionFallback", name}})), Codes()) << name;
    }
    for (const std::string_view name : {"", "LastClick", "last_click", "on"}) {
        EXPECT_EQ(WrongBrand(json::serialize(json::object{{"attributionFallback", name}})),
                  (Codes{{"/attributionFallback", ErrorCode::kInvalidValue}}))
            << name;
    }
    EXPECT_EQ(WrongBrand(R"({"status": true})"), (Codes{{"/status", ErrorCode::kWrongType}}));
    EXPECT_EQ(WrongBrand(R"({"status": "deleted"})"), (Codes{{"/status", ErrorCode::kInvalidValue}}));
}

TEST(BrandResource, AWebsiteIsAnHttpUrl) {
    const auto wrong = [](std::string_view url) {
        return WrongBrand(json::serialize(json::object{{"websiteUrl", url}}));
    };
    for (const std::string_view url :
         {"http://lucky.example", "HTTPS://lucky.example:8443/a?b#c", "https://[2001:db8::1]/"}) {
        EXPECT_EQ(wrong(url), Codes()) << url;
    }
    for (const std::string_view url : {"", "lucky.example", "ftp://lucky.example", "javascript:alert(1)", "https://",
                                       "https:///path", "//lucky.example", "https://lucky example"}) {
        EXPECT_EQ(wrong(url), (Codes{{"/websiteUrl", ErrorCode::kInvalidValue}})) << url;
    }
    EXPECT_EQ(wrong("https://lucky.example/" + std::string(2048, 'a')), (Codes{{"/websiteUrl", ErrorCode::kTooLong}}));
}

TEST(BrandResource, EveryErrorIsReported) {
    EXPECT_EQ(WrongBrand(R"({"status": 1, "id": 2, "x": 3})", DecodeMode::kCreate),
              (Codes{{"/status", ErrorCode::kWrongType},
                     {"/id", ErrorCode::kInvalidValue},
                     {"/x", ErrorCode::kUnknownMember},
                     {"/name", ErrorCode::kRequired}}));
}

TEST(BrandResource, ABodyIsAnObject) {
    for (const std::string_view body : {"[]", "null", "1", "\"name\""}) {
        EXPECT_EQ(WrongBrand(body), (Codes{{"", ErrorCode::kWrongType}})) << body;
    }
}

TEST(ApiKeyResource, IsReadWithEveryMember) {
    ApiKey key;
    const auto body = json::parse(R"({"name": "Staging", "active": false, "requestsPerMinute": 5,
        "allowedIps": ["10.0.0.0/8", "2001:db8::1"], "scopes": ["reports", "events"]})");
    ASSERT_EQ(CodesOf(Decode(ApiKeyMembers(), body, DecodeMode::kCreate, key)), Codes());
    EXPECT_EQ(key.name, "Staging");
    EXPECT_FALSE(key.active);
    EXPECT_EQ(key.requests_per_minute, 5);
    EXPECT_EQ(key.scopes, (std::vector{catalogue::KeyScope::kReports, catalogue::KeyScope::kEvents}));
    EXPECT_EQ(key.allowed_ips, (std::vector{*IpNetwork::Parse("10.0.0.0/8"), *IpNetwork::Parse("2001:db8::1")}));
}

TEST(ApiKeyResource, IsWrittenWithoutTheKeyOrItsHash) {
    const ApiKey key{.id = ApiKeyId::Parse("0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071").value(),
                     .name = "Staging",
                     .prefix = "fairlead_01234567",
                     .allowed_ips = {*IpNetwork::Parse("10.0.0.0/8")},
                     .created_at = Timestamp{1'773'151'509'123'000}};
    EXPECT_EQ(json::value(Written(ApiKeyMembers(), key)), json::parse(R"({
        "id": "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071", "name": "Staging", "prefix": "fairlead_01234567", "active": true,
        "scopes": ["full"], "allowedIps": ["10.0.0.0/8"], "requestsPerMinute": 1000, "createdAt": "2026-03-10T14:05:09.123Z",
        "lastUsedAt": null})"));
    ApiKey used = key;
    used.last_used_at = Timestamp{1'000'000};
    EXPECT_EQ(Written(ApiKeyMembers(), used).at("lastUsedAt"), json::value("1970-01-01T00:00:01.000Z"));
}

TEST(ApiKeyResource, ReadOnlyMembersCannotBeSet) {
    for (const std::string_view name : {"id", "prefix", "createdAt", "lastUsedAt"}) {
        const std::string pointer = "/" + std::string(name);
        EXPECT_EQ(WrongKey(json::serialize(json::object{{name, "x"}})), (Codes{{pointer, ErrorCode::kInvalidValue}}));
    }
    EXPECT_EQ(WrongKey(R"({"key": "fairlead_x"})"), (Codes{{"/key", ErrorCode::kUnknownMember}}));
    EXPECT_EQ(WrongKey(R"({"hash": "x"})"), (Codes{{"/hash", ErrorCode::kUnknownMember}}));
}

TEST(ApiKeyResource, TheErrorOfAnAddressNamesItsPositionInTheList) {
    ApiKey key{.allowed_ips = {*IpNetwork::Parse("10.0.0.0/8")}};
    const auto body = json::parse(R"({"allowedIps": ["192.0.2.1", "nowhere", 7, "10.0.0.0/33"]})");
    EXPECT_EQ(CodesOf(Decode(ApiKeyMembers(), body, DecodeMode::kUpdate, key)),
              (Codes{{"/allowedIps/1", ErrorCode::kInvalidValue},
                     {"/allowedIps/2", ErrorCode::kInvalidValue},
                     {"/allowedIps/3", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(key.allowed_ips, std::vector{*IpNetwork::Parse("10.0.0.0/8")});
    EXPECT_EQ(WrongKey(R"({"allowedIps": "10.0.0.0/8"})"), (Codes{{"/allowedIps", ErrorCode::kWrongType}}));
    EXPECT_EQ(WrongKey(R"({"allowedIps": null})"), (Codes{{"/allowedIps", ErrorCode::kWrongType}}));
}

TEST(ApiKeyResource, HasAtLeastOneScopeAndOnlyKnownOnes) {
    EXPECT_EQ(WrongKey(R"({"scopes": []})"), (Codes{{"/scopes", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(WrongKey(R"({"scopes": ["events", "everything"]})"), (Codes{{"/scopes/1", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(WrongKey(R"({"scopes": ["Events"]})"), (Codes{{"/scopes/0", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(WrongKey(R"({"scopes": ["money", "money"]})"), (Codes{{"/scopes/1", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(WrongKey(R"({"scopes": "events"})"), (Codes{{"/scopes", ErrorCode::kWrongType}}));
    EXPECT_EQ(WrongKey(R"({"scopes": null})"), (Codes{{"/scopes", ErrorCode::kWrongType}}));
    EXPECT_EQ(WrongKey(R"({"scopes": ["events", "tracking", "reports", "money", "admin", "full"]})"), Codes());
}

TEST(ApiKeyResource, AListOfAddressesIsBounded) {
    const auto list = [](std::size_t size) {
        return json::object{{"allowedIps", json::array(size, json::value("10.0.0.1"))}};
    };
    EXPECT_EQ(WrongKey(json::serialize(list(0))), Codes());
    EXPECT_EQ(WrongKey(json::serialize(list(100))), Codes());
    EXPECT_EQ(WrongKey(json::serialize(list(101))), (Codes{{"/allowedIps", ErrorCode::kTooLong}}));
}

TEST(ApiKeyResource, ALimitIsAtLeastOneRequest) {
    EXPECT_EQ(WrongKey(R"({"requestsPerMinute": 1})"), Codes());
    EXPECT_EQ(WrongKey(R"({"requestsPerMinute": 1000000000})"), Codes());
    EXPECT_EQ(WrongKey(R"({"requestsPerMinute": 0})"), (Codes{{"/requestsPerMinute", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(WrongKey(R"({"requestsPerMinute": 1000000001})"),
              (Codes{{"/requestsPerMinute", ErrorCode::kInvalidValue}}));
    EXPECT_EQ(WrongKey(R"({"active": 1})"), (Codes{{"/active", ErrorCode::kWrongType}}));
}

RC_GTEST_PROP(BrandResource, AWrittenBrandIsReadBack, ()) {
    const auto letters = rc::gen::elementOf(std::string("abc \"\\/é"));
    Brand brand{.name = "x" + *rc::gen::container<std::string>(letters),
                .attribution_window_days = *rc::gen::inRange(0, 3651),
                .attribution_fallback = static_cast<catalogue::AttributionFallback>(*rc::gen::inRange(0, 3)),
                .ngr_mode = static_cast<catalogue::NgrMode>(*rc::gen::inRange(0, 3)),
                .active = *rc::gen::arbitrary<bool>()};
    RC_PRE(brand.name.size() < 255);
    json::object written = Written(BrandMembers(), brand);
    written.erase("id");
    Brand read;
    RC_ASSERT(Decode(BrandMembers(), written, DecodeMode::kCreate, read).empty());
    RC_ASSERT(Written(BrandMembers(), read) == Written(BrandMembers(), brand));
    RC_ASSERT(read.name == brand.name);
}

TEST(Resource, AHundredUnknownMembersAreNamedAndTheRestIsNotRead) {
    struct Empty {};
    bool was_read = false;
    const Members<Empty> members{{.name = "name", .read = [&](const json::value&, Empty&) {
                                      was_read = true;
                                      return Errors();
                                  }}};
    json::object body;
    for (int i = 0; i < 110'000; ++i) body["x" + std::to_string(i)] = 1;
    body["name"] = "after them";
    Empty record;
    const Errors errors = Decode(members, body, DecodeMode::kCreate, record);
    EXPECT_EQ(errors.size(), 100U);
    EXPECT_TRUE(errors.HasMore());
    EXPECT_FALSE(was_read);
}

}  // namespace
}  // namespace fairlead::app

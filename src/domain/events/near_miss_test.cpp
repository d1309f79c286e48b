#include "domain/events/near_miss.hpp"

#include <gtest/gtest.h>

#include "domain/events/known_members.hpp"

namespace fairlead::events {
namespace {

TEST(NearMiss, CaseAndSeparatorsDoNotMatter) {
    for (const std::string_view sent : {"clickId", "ClickID", "clickid", "click-id", "CLICK_ID", "click.id"}) {
        EXPECT_EQ(MeantMember(sent), "click_id") << sent;
    }
    EXPECT_EQ(MeantMember("userAgent"), "user_agent");
    EXPECT_EQ(MeantMember("IP"), "ip");
    EXPECT_EQ(MeantMember("Game"), "game");
    EXPECT_EQ(MeantMember("playerExternalRef"), "player_external_ref");
}

TEST(NearMiss, AUsualOtherNameIsRecognised) {
    EXPECT_EQ(MeantMember("playerRef"), "player_external_ref");
    EXPECT_EQ(MeantMember("player_id"), "player_external_ref");
    EXPECT_EQ(MeantMember("ip_address"), "ip");
    EXPECT_EQ(MeantMember("countryCode"), "country");
}

TEST(NearMiss, ATypingErrorIsRecognised) {
    EXPECT_EQ(MeantMember("curency"), "currency");
    EXPECT_EQ(MeantMember("ammount"), "amount");
    EXPECT_EQ(MeantMember("contry"), "country");
    EXPECT_EQ(MeantMember("clcik_id"), "click_id");
    EXPECT_EQ(MeantMember("idempotancy_ky"), "idempotency_key");
    EXPECT_EQ(MeantMember("event_tim"), "event_time");
}

TEST(NearMiss, OtherNamesMeanNothing) {
    for (const std::string_view sent : {"", "name", "gate", "id", "campaign", "bonus", "balance", "affiliate", "note",
                                        "session_id", "vip_level", "region", "counter", "éäü", "platform"}) {
        EXPECT_EQ(MeantMember(sent), std::nullopt) << sent;
    }
    EXPECT_EQ(MeantMember(std::string(100'000, 'c')), std::nullopt);
}

TEST(NearMiss, AKnownNameIsNone) {
    for (const KnownMember& known : kKnownMembers) EXPECT_EQ(MeantMember(known.name), std::nullopt) << known.name;
}

TEST(NearMiss, TheSenderIsTold) {
    EXPECT_EQ(DescribeNearMiss({"clickId", "click_id"}),
              "clickId is not a member of events and has no effect. Did you mean click_id?");
}

}  // namespace
}  // namespace fairlead::events

#include "app/catalogue/actor_name.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

const UserId kPerson = *UserId::Parse("0190a0b0-c0d0-7e0f-8a1b-000000000001");
const UserId kPortalUser = *UserId::Parse("0190a0b0-c0d0-7e0f-8a1b-000000000002");
const ApiKeyId kProgramKey = *ApiKeyId::Parse("0190a0b0-c0d0-7e0f-8a1b-000000000003");
const AffiliateId kMax = *AffiliateId::Parse("0190a0b0-c0d0-7e0f-8a1b-000000000004");

OperatorEntry EntryWithPeople() {
    OperatorEntry entry;
    entry.records.affiliates.Put({.id = kMax, .name = "Streamer Max"});
    catalogue::User person{.id = kPerson, .email = "anna.berg@operator.example", .role = catalogue::UserRole::kFinance};
    catalogue::User portal{.id = kPortalUser, .email = "max@home.example", .role = catalogue::UserRole::kAffiliate};
    portal.affiliate = kMax;
    entry.records.users.Put(person);
    entry.records.users.Put(portal);
    entry.records.api_keys.Put({.id = kProgramKey, .name = "Backend"});
    return entry;
}

TEST(ActorNames, AreOfUsersAndKeysAndNeverAnAddress) {
    const OperatorEntry entry = EntryWithPeople();
    EXPECT_EQ(ActorName(entry, "user/" + kPerson.ToString()), "anna.berg");
    EXPECT_EQ(ActorName(entry, "user/" + kPortalUser.ToString()), "max (Streamer Max)");
    EXPECT_EQ(ActorName(entry, "apiKey/" + kProgramKey.ToString()), "Backend");
}

TEST(ActorNames, AreMissingForEverybodyElse) {
    const OperatorEntry entry = EntryWithPeople();
    for (const std::string& actor :
         {std::string(), std::string("commandLine"), std::string("user/"), std::string("user/nobody"),
          "user/" + kProgramKey.ToString(), "apiKey/" + kPerson.ToString(), "affiliate/" + kMax.ToString()}) {
        EXPECT_EQ(ActorName(entry, actor), std::nullopt) << actor;
    }
    EXPECT_EQ(ActorName(OperatorEntry(), "user/" + kPerson.ToString()), std::nullopt);
}

}  // namespace
}  // namespace fairlead::app

#include "domain/events/event_type.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace fairlead::events {
namespace {

using Names = std::set<std::string_view>;

Names NamesWhere(auto predicate) {
    Names names;
    for (const auto& rules : kEventTypes) {
        if (predicate(rules)) names.insert(rules.name);
    }
    return names;
}

TEST(EventType, TheTypesAreThoseOfTheApi) {
    EXPECT_EQ(NamesWhere([](const auto&) { return true; }),
              (Names{"registration", "first_deposit", "deposit", "ngr_update", "chargeback", "wager_placed",
                     "wager_settled", "withdrawal", "bonus", "kyc_verified", "self_exclusion", "player_blocked"}));
}

TEST(EventType, SixTypesNeedMoney) {
    EXPECT_EQ(NamesWhere([](const auto& rules) { return rules.money == MoneyRule::kRequired; }),
              (Names{"first_deposit", "deposit", "ngr_update", "chargeback", "withdrawal", "bonus"}));
}

TEST(EventType, OnlyRevenueAndSettledWagersMayBeNegative) {
    EXPECT_EQ(NamesWhere([](const auto& rules) { return rules.sign == SignRule::kAny; }),
              (Names{"ngr_update", "wager_settled"}));
}

TEST(EventType, EachIsFoundByItsNameAndByItself) {
    for (const auto& rules : kEventTypes) {
        EXPECT_EQ(ParseEventType(rules.name), rules.type) << rules.name;
        EXPECT_EQ(Name(rules.type), rules.name);
        EXPECT_EQ(RulesOf(rules.type).name, rules.name);
    }
}

TEST(EventType, AnyOtherNameIsUnknown) {
    for (const std::string_view name : {"", "Registration", "REGISTRATION", "deposit ", " deposit", "deposits",
                                        "first-deposit", "firstDeposit", "login", "registration\n"}) {
        EXPECT_FALSE(ParseEventType(name).has_value()) << name;
    }
}

}  // namespace
}  // namespace fairlead::events

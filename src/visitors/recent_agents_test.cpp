#include "visitors/recent_agents.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::visitors {
namespace {

TEST(RecentAgents, ReturnsInsertedAgents) {
    RecentAgents recent(4);
    const app::AgentProfile profile;
    EXPECT_EQ(recent.Find("a"), nullptr);
    recent.Remember("a", &profile);
    EXPECT_EQ(recent.Find("a"), &profile);
    EXPECT_EQ(recent.Find("b"), nullptr);
}

TEST(RecentAgents, HoldsNoMoreThanTwoGenerations) {
    RecentAgents recent(4);
    const app::AgentProfile profile;
    for (int i = 0; i < 1000; ++i) {
        recent.Remember(std::to_string(i), &profile);
        EXPECT_LE(recent.size(), 8U);
    }
    EXPECT_EQ(recent.Find("999"), &profile);
    EXPECT_EQ(recent.Find("0"), nullptr);
}

TEST(RecentAgents, FrequentAgentsStay) {
    RecentAgents recent(4);
    const app::AgentProfile common;
    const app::AgentProfile rare;
    recent.Remember("common", &common);
    for (int i = 0; i < 1000; ++i) {
        recent.Remember(std::to_string(i), &rare);
        ASSERT_EQ(recent.Find("common"), &common) << i;
    }
}

}  // namespace
}  // namespace fairlead::visitors

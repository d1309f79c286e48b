#include "http/codec/reports/rebuild_json.hpp"

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

using RebuildState = app::RebuildProgress::State;

TEST(RebuildJson, ProgressArrivesAsItWasSent) {
    for (const RebuildState state :
         {RebuildState::kNone, RebuildState::kRunning, RebuildState::kDone, RebuildState::kFailed}) {
        const app::RebuildProgress sent{.state = state,
                                        .operators = 2,
                                        .blocks = 3,
                                        .blocks_total = 4,
                                        .facts = 5,
                                        .seconds = 6,
                                        .failure = "no disk"};
        const auto text = boost::json::serialize(EncodeRebuild(sent));
        const auto received = DecodeRebuild(boost::json::parse(text));
        ASSERT_TRUE(received);
        EXPECT_EQ(received->state, state);
        EXPECT_EQ(received->operators, 2);
        EXPECT_EQ(received->blocks, 3);
        EXPECT_EQ(received->blocks_total, 4);
        EXPECT_EQ(received->facts, 5);
        EXPECT_EQ(received->seconds, 6);
        EXPECT_EQ(received->failure, "no disk");
    }
}

TEST(RebuildJson, AnAnswerOfAnotherVersionIsRefused) {
    for (const char* text : {"[]", "{}", R"({"state": 1})", R"({"state": "done", "operators": "many"})"}) {
        EXPECT_FALSE(DecodeRebuild(boost::json::parse(text))) << text;
    }
}

}  // namespace
}  // namespace fairlead::http

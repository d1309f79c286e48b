#include "http/codec/signals/signal_json.hpp"

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

TEST(TrialJson, SaysFromWhenTheRuleWasTried) {
    const reporting::TimeSpan asked{{0}, {100 * kMicrosPerSecond}};
    app::Judgement judgement{.findings = {{}}, .from = asked.from};
    auto written = EncodeTrial(judgement, asked);
    EXPECT_TRUE(written.at("complete").get_bool());
    EXPECT_EQ(written.at("from").get_string(), "1970-01-01T00:00:00.000Z");

    judgement.from = {60 * kMicrosPerSecond};
    judgement.registrations_read = 8;
    written = EncodeTrial(judgement, asked);
    EXPECT_FALSE(written.at("complete").get_bool());
    EXPECT_EQ(written.at("from").get_string(), "1970-01-01T00:01:00.000Z");
    EXPECT_EQ(written.at("registrationsRead"), 8);
}

}  // namespace
}  // namespace fairlead::http

#include "app/outbox/webhook_secrets.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr Timestamp kNow{1'614'265'330'000'000};

// The example of the specification (Standard Webhooks, "Verifying signatures").
TEST(WebhookSecrets, SignAsTheSpecificationDoes) {
    EXPECT_EQ(SignWebhook({"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
                          R"({"test": 2432232314})"),
              "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(WebhookSecrets, TwoAreValidForADayAfterARotation) {
    const Bytes32 key = RandomKey();
    outbox::Webhook webhook;
    const std::string first = GiveWebhookSecret(key, kNow, webhook);
    EXPECT_EQ(OpenWebhookSecrets(key, kNow, webhook), std::vector{first});
    EXPECT_EQ(webhook.secret_sealed.find(first), std::string::npos);
    const std::string second = GiveWebhookSecret(key, kNow, webhook);
    EXPECT_NE(first, second);
    EXPECT_EQ(OpenWebhookSecrets(key, kNow, webhook), (std::vector{second, first}));
    EXPECT_EQ(OpenWebhookSecrets(key, Timestamp{kNow.micros + kPreviousSecretMicros}, webhook), std::vector{second});
    EXPECT_TRUE(OpenWebhookSecrets(RandomKey(), kNow, webhook).empty());
}

}  // namespace
}  // namespace fairlead::app

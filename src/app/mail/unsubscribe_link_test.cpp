#include "app/mail/unsubscribe_link.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

const Bytes32 kLinkKey = UnsubscribeKeyOf(Digest256("the key of these tests"));
const Unsubscription kWho{OperatorId::New(), UserId::New(), catalogue::MailTopic::kDigest};

TEST(UnsubscribeLinks, ALinkNamesThePersonAndTheTopic) {
    EXPECT_EQ(ReadUnsubscribeToken(kLinkKey, UnsubscribeToken(kLinkKey, kWho)), kWho);
}

TEST(UnsubscribeLinks, NoOtherTokenIsAccepted) {
    const std::string token = UnsubscribeToken(kLinkKey, kWho);
    Unsubscription other = kWho;
    other.user = UserId::New();
    const std::string of_other = UnsubscribeToken(UnsubscribeKeyOf(Digest256("another key")), other);
    EXPECT_FALSE(ReadUnsubscribeToken(kLinkKey, of_other));
    // The signature of one person and topic, with another person or topic.
    EXPECT_FALSE(ReadUnsubscribeToken(kLinkKey, of_other.substr(0, 64) + token.substr(64)));
    EXPECT_FALSE(ReadUnsubscribeToken(kLinkKey, token.substr(0, 96) + "statements"));
    for (const std::string& text :
         {std::string(), std::string("x"), token.substr(0, 96), token + "s", "x" + token.substr(1)}) {
        EXPECT_FALSE(ReadUnsubscribeToken(kLinkKey, text)) << text;
    }
}

}  // namespace
}  // namespace fairlead::app

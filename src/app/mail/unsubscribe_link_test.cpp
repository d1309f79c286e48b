#include "app/mail/unsubscribe_link.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

const Bytes32 kLinkKey = UnsubscribeKeyOf(Digest256("the key of these tests"));
const Unsubscription kWho{OperatorId::New(), UserId::New(), catalogue::MailTopic::kDigest};

TEST(UnsubscribeLinks, ALinkNamesThePersonAndTheTopic) {
    EXPECT_EQ(ReadUnsubscribeToken(kLinkKey, UnsubscribeToken(kLinkKey, kWho)), kWho);
}

TEST(UnsubscribeLinks, ALinkOfAReportNamesItsSchedule) {
    Unsubscription report = kWho;
    report.topic = catalogue::MailTopic::kScheduledReports;
    report.schedule = DestinationId::New();
    const std::string token = UnsubscribeToken(kLinkKey, report);
    EXPECT_EQ(ReadUnsubscribeToken(kLinkKey, token), report);
    Unsubscription other = report;
    other.schedule = DestinationId::New();
    const std::string of_other = UnsubscribeToken(kLinkKey, other);
    // The signature of one schedule, with another one, or with none.
    const std::size_t signed_by = 96;
    EXPECT_FALSE(ReadUnsubscribeToken(kLinkKey, token.substr(0, signed_by) + of_other.substr(signed_by)));
    EXPECT_FALSE(ReadUnsubscribeToken(kLinkKey, token.substr(0, token.find('.'))));
    EXPECT_FALSE(ReadUnsubscribeToken(kLinkKey, token + "00"));
    // A topic of the person has no schedule, and this topic has one.
    report.schedule.reset();
    EXPECT_FALSE(ReadUnsubscribeToken(kLinkKey, UnsubscribeToken(kLinkKey, report)));
    Unsubscription digest = kWho;
    digest.schedule = DestinationId::New();
    EXPECT_FALSE(ReadUnsubscribeToken(kLinkKey, UnsubscribeToken(kLinkKey, digest)));
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

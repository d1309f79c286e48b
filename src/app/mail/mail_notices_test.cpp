#include "app/mail/mail_notices.hpp"

#include <gtest/gtest.h>

#include "app/mail/amount_text.hpp"

namespace fairlead::app {
namespace {

using outbox::MailType;

std::optional<outbox::MailNotice> Of(std::string action, std::string subject, std::string after) {
    return MailNoticeOf({"somebody", std::move(action), std::move(subject), "", std::move(after)});
}

TEST(MailNotices, MostEntriesOfTheAuditLogAreNotMailed) {
    EXPECT_FALSE(Of("brand.update", "brand/1", R"({"name":"x"})"));
    EXPECT_FALSE(Of("user.logIn", "user/" + UserId::New().ToString(), R"({"address":"192.0.2.1"})"));
    EXPECT_FALSE(Of("user.logIn", "user/unreadable", R"({"newAddress":true})"));
    EXPECT_FALSE(Of("user.logIn", "", "not json"));
}

TEST(MailNotices, ANewAddressIsToldToTheUser) {
    const UserId user = UserId::New();
    const auto notice = Of("user.logIn", "user/" + user.ToString(), R"({"address":"192.0.2.1","newAddress":true})");
    ASSERT_TRUE(notice);
    EXPECT_EQ(notice->type, MailType::kNewLogIn);
    EXPECT_EQ(notice->user, user);
    EXPECT_EQ(outbox::TopicOf(notice->type), std::nullopt) << "it is essential";
}

TEST(MailNotices, APausedDestinationIsToldToItsOwner) {
    const AffiliateId affiliate = AffiliateId::New();
    const auto postback =
        Of("postback.pause", "postback/7", R"({"reason":"410","affiliateId":")" + affiliate.ToString() + "\"}");
    ASSERT_TRUE(postback);
    EXPECT_EQ(postback->affiliate, affiliate);
    EXPECT_EQ(postback->data, R"({"destinationId":"7","kind":"postback","reason":"410"})");
    const auto webhook = Of("webhook.pause", "webhook/8", R"({"reason":"410"})");
    ASSERT_TRUE(webhook);
    EXPECT_FALSE(webhook->affiliate) << "admins are told";
}

TEST(MailNotices, AnAffiliateDoesNotLearnAnAddressOfTheOperatorsNetwork) {
    const std::string reason = R"("reason":"the address 10.2.3.4 belongs to a private network")";
    const auto postback = Of("postback.pause", "postback/7",
                             "{" + reason + R"(,"affiliateId":")" + AffiliateId::New().ToString() + "\"}");
    EXPECT_NE(postback->data.find(R"("reason":"the address belongs to a private network")"), std::string::npos);
    const auto webhook = Of("webhook.pause", "webhook/8", "{" + reason + "}");
    EXPECT_NE(webhook->data.find(reason), std::string::npos);
}

TEST(MailNotices, AlarmsAreToldToAdmins) {
    const auto silent = Of("feed.silent", "brand/7", R"({"lastRecordedAt":"2026-03-10T14:05:09Z"})");
    ASSERT_TRUE(silent);
    EXPECT_FALSE(silent->affiliate || silent->user);
    const auto rates =
        MailNoticeOf(RatesMissingEntry(*Currency::Parse("SEK"), *Currency::Parse("EUR"), 3, Timestamp{0}));
    ASSERT_TRUE(rates);
    EXPECT_EQ(rates->type, MailType::kRatesMissing);
    EXPECT_NE(rates->data.find(R"("count":"3")"), std::string::npos);
}

TEST(AmountTexts, HaveAllDigitsOfTheMinorUnit) {
    const auto text = [](const char* amount, const char* currency) {
        return AmountText(*Decimal::Parse(amount), *Currency::Parse(currency));
    };
    EXPECT_EQ(text("12.5", "EUR"), "12.50 EUR");
    EXPECT_EQ(text("12", "EUR"), "12.00 EUR");
    EXPECT_EQ(text("-0.125", "EUR"), "-0.12 EUR");
    EXPECT_EQ(text("1200", "JPY"), "1200 JPY");
}

}  // namespace
}  // namespace fairlead::app

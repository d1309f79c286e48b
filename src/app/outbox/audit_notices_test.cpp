#include "app/outbox/audit_notices.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

using outbox::Notice;
using outbox::WebhookType;

std::optional<Notice> NoticeFor(std::string action, std::string subject, std::string before, std::string after) {
    return NoticeOf({"user/1", std::move(action), std::move(subject), std::move(before), std::move(after)});
}

TEST(AuditNotices, AnAffiliateThatAppliesIsApprovedOrSuspended) {
    EXPECT_EQ(NoticeFor("affiliate.create", "affiliate/7", "", R"({"name":"A","email":"a@b.c","status":"pending"})"),
              (Notice{WebhookType::kAffiliateApplied,
                      R"({"affiliateId":"7","name":"A","email":"a@b.c","status":"pending"})"}));
    const auto approved =
        NoticeFor("affiliate.update", "affiliate/7", R"({"status":"pending"})", R"({"status":"approved"})");
    EXPECT_EQ(approved->type, WebhookType::kAffiliateApproved);
    const auto suspended =
        NoticeFor("affiliate.update", "affiliate/7", R"({"status":"approved"})", R"({"status":"suspended"})");
    EXPECT_EQ(suspended->type, WebhookType::kAffiliateSuspended);
}

TEST(AuditNotices, OtherChangesOfAnAffiliateAreNotReported) {
    EXPECT_EQ(NoticeFor("affiliate.update", "affiliate/7", R"({"status":"approved","name":"A"})",
                        R"({"status":"approved","name":"B"})"),
              std::nullopt);
    EXPECT_EQ(NoticeFor("period.close", "affiliate/7", "", R"({"period":"2026-03"})"), std::nullopt);
}

TEST(AuditNotices, AStatementIsReportedWithItsAmount) {
    statements::Statement statement;
    statement.period = *Period::Parse("2026-03");
    statement.payable = *Decimal::Parse("12.50");
    const Notice notice = StatementNotice(WebhookType::kStatementPaid, StatementId(), statement);
    EXPECT_EQ(notice.type, WebhookType::kStatementPaid);
    EXPECT_NE(notice.data.find(R"("period":"2026-03","currency":"EUR","payable":"12.5")"), std::string::npos);
    EXPECT_EQ(NoticeFor("statement.hold", "statement/7", "", "{}"), std::nullopt);
}

TEST(AuditNotices, AKeyIsDeactivatedOnce) {
    EXPECT_EQ(NoticeFor("apiKey.update", "apiKey/7", R"({"active":true})", R"({"active":false,"name":"K"})"),
              (Notice{WebhookType::kKeyDeactivated, R"({"apiKeyId":"7","name":"K"})"}));
    EXPECT_EQ(NoticeFor("apiKey.update", "apiKey/7", R"({"active":false})", R"({"active":false})"), std::nullopt);
    EXPECT_EQ(NoticeFor("apiKey.create", "apiKey/7", "", R"({"active":true})"), std::nullopt);
}

TEST(AuditNotices, APausedDestinationAndASilentFeedAreReported) {
    EXPECT_EQ(NoticeFor("postback.pause", "postback/7", "", R"({"reason":"410"})"),
              (Notice{WebhookType::kDeliveryPaused, R"({"destinationId":"7","kind":"postback","reason":"410"})"}));
    const auto silent = NoticeOf(FeedSilentEntry(BrandId(), Timestamp{0}));
    EXPECT_EQ(silent->type, WebhookType::kFeedSilent);
    EXPECT_NE(silent->data.find("1970-01-01"), std::string::npos);
}

}  // namespace
}  // namespace fairlead::app

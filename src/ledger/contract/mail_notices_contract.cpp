#include <algorithm>

#include "app/await.hpp"
#include "app/mail/mail_notices.hpp"
#include "app/ports/commission_store.hpp"
#include "app/ports/login_records.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/record/statement_rows.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::MailTopic;
using catalogue::User;
using catalogue::UserRole;
using catalogue::UserStatus;
using outbox::MailNotice;
using outbox::MailType;

// Two affiliates with people, and admins.
class MailNotices : public LedgerContract {
protected:
    void SetUp() override {
        owner_ = MakeOperator();
        ledger_->outbox().WriteMails();
        app::CatalogueChange change{.owner = owner_, .based_on_version = version_++};
        for (const User& user : {reader_, unwilling_, disabled_, stranger_, admin_}) change.upserts.emplace_back(user);
        ASSERT_TRUE(Apply(std::move(change)));
    }

    static User Person(UserRole role, std::optional<AffiliateId> affiliate, std::set<MailTopic> mails_off = {}) {
        User user{.id = UserId::New(), .role = role, .affiliate = affiliate, .status = UserStatus::kActive};
        user.email = user.id.ToString() + "@people.example";
        user.created_at = Now();
        user.mails_off = std::move(mails_off);
        return user;
    }
    static User Disabled(User user) {
        user.status = UserStatus::kDisabled;
        return user;
    }

    Status Announce(std::vector<MailNotice> mails, const std::string& subject = "operator/1") {
        const app::AuditEntry entry{
            .actor = "service", .action = "test.announce", .subject = subject, .before = {}, .after = {}};
        return app::Await<Status>([&](auto done) {
            ledger_->outbox().AnnounceOnce(owner_, entry, Timestamp{0}, std::move(mails), std::move(done));
        });
    }

    std::vector<std::string> Contents() {
        const app::LaneKey lane{owner_, outbox::MailDestination(owner_)};
        const auto waiting = app::Await<std::vector<app::WaitingMessage>>(
            [&](auto done) { ledger_->outbox().ReadWaiting(lane, std::nullopt, 100, std::move(done)); });
        std::vector<std::string> contents;
        for (const auto& message : *waiting) contents.push_back(message.type + message.content);
        return contents;
    }
    static std::string To(MailType type, const User& user, const std::string& data = "{}") {
        return std::string(outbox::Name(type)) + R"({"userId":")" + user.id.ToString() + R"(","data":)" + data + "}";
    }
    static MailNotice ToPeopleOf(AffiliateId affiliate, bool or_admins = false) {
        return {.type = MailType::kStatementReady,
                .user = std::nullopt,
                .affiliate = affiliate,
                .data = "{}",
                .or_admins = or_admins};
    }

    OperatorId owner_;
    std::int64_t version_ = 1;
    const AffiliateId affiliate_ = AffiliateId::New();
    const User reader_ = Person(UserRole::kAffiliate, affiliate_, {MailTopic::kDigest});
    const User unwilling_ = Person(UserRole::kAffiliate, affiliate_, {MailTopic::kDeliveries, MailTopic::kStatements});
    const User disabled_ = Disabled(Person(UserRole::kAffiliate, affiliate_));
    const User stranger_ = Person(UserRole::kAffiliate, AffiliateId::New());
    const User admin_ = Person(UserRole::kAdmin, std::nullopt);
};

TEST_P(MailNotices, PeopleAreToldUnlessTheyDoNotWantIt) {
    ASSERT_TRUE(Announce({ToPeopleOf(affiliate_)}));
    EXPECT_EQ(Contents(), std::vector{To(MailType::kStatementReady, reader_)});
}

TEST_P(MailNotices, AdminsAreToldOfWhatNobodyElseIs) {
    ASSERT_TRUE(Announce({ToPeopleOf(AffiliateId::New())}, "operator/1"));
    EXPECT_TRUE(Contents().empty());
    ASSERT_TRUE(Announce({ToPeopleOf(AffiliateId::New(), true)}, "operator/2"));
    EXPECT_EQ(Contents(), std::vector{To(MailType::kStatementReady, admin_)});
}

TEST_P(MailNotices, AreWrittenOnceWithTheirCause) {
    ASSERT_TRUE(Announce({ToPeopleOf(affiliate_)}));
    ASSERT_TRUE(Announce({ToPeopleOf(affiliate_)}));
    EXPECT_EQ(Contents().size(), 1U);
}

TEST_P(MailNotices, AnotherOperatorsPeopleAreNotTold) {
    const OperatorId other = MakeOperator("Moon");
    const app::AuditEntry entry = app::RatesMissingEntry(*Currency::Parse("SEK"), *Currency::Parse("EUR"), 2, Now());
    ASSERT_TRUE(app::Await<Status>(
        [&](auto done) { ledger_->outbox().AnnounceOnce(other, entry, Timestamp{0}, {}, std::move(done)); }));
    EXPECT_TRUE(Contents().empty());
    ASSERT_TRUE(app::Await<Status>(
        [&](auto done) { ledger_->outbox().AnnounceOnce(owner_, entry, Timestamp{0}, {}, std::move(done)); }));
    EXPECT_EQ(Contents(), std::vector{To(MailType::kRatesMissing, admin_, entry.after)});
}

TEST_P(MailNotices, ALogInFromANewAddressIsToldToTheUser) {
    const std::string subject = "user/" + unwilling_.id.ToString();
    for (const std::string after : {R"({"address":"192.0.2.1"})", R"({"address":"192.0.2.2","newAddress":true})"}) {
        ASSERT_TRUE(app::Await<Status>([&](auto done) {
            ledger_->logins().AddAudit(owner_, {{subject, "user.logIn", subject, "", after}}, std::move(done));
        }));
    }
    const auto contents = Contents();
    ASSERT_EQ(contents.size(), 1U);
    EXPECT_TRUE(contents[0].starts_with(R"(newLogIn{"userId":")" + unwilling_.id.ToString())) << contents[0];
    EXPECT_NE(contents[0].find("192.0.2.2"), std::string::npos);
}

TEST_P(MailNotices, StepsOfAStatementAreToldToTheAffiliatesPeople) {
    const Currency euros = *Currency::Parse("EUR");
    statements::Statement statement{.affiliate = affiliate_, .period = *Period::Parse("2026-03"), .currency = euros};
    statement.payable = *Decimal::Parse("25");
    statement.content_hash = Digest256(ContentBytes(statement));
    ASSERT_TRUE(InsertStatement(*place_->Look(), {owner_, &statement, Now(), "somebody", 1}));
    const StatementId id = statements::StatementIdOf(owner_, affiliate_, statement.period, euros);
    for (const auto step : {app::StatementStep::kHold, app::StatementStep::kRelease, app::StatementStep::kApprove,
                            app::StatementStep::kPay}) {
        app::StatementStepRequest request{.owner = owner_, .statement = id, .step = step, .actor = "somebody"};
        request.reason = "a reason";
        if (step == app::StatementStep::kPay) request.payment = app::Payment{*Date::Parse("2026-05-02"), "SEPA", "T"};
        const auto stepped = app::Await<app::StatementRecord>(
            [&](auto done) { ledger_->commission_store().StepStatement(request, std::move(done)); });
        ASSERT_TRUE(stepped) << stepped.error().message;
    }
    const std::string data = R"({"statementId":")" + id.ToString() + R"(","period":"2026-03","amount":"25.00 EUR"})";
    EXPECT_EQ(Contents(), (std::vector{To(MailType::kStatementApproved, reader_, data),
                                       To(MailType::kStatementPaid, reader_, data)}));
}

TEST_P(MailNotices, WithoutAMailServerNothingIsWritten) {
    Reopen();
    ASSERT_TRUE(Announce({ToPeopleOf(affiliate_)}));
    EXPECT_TRUE(Contents().empty());
}

INSTANTIATE_TEST_SUITE_P(Engines, MailNotices, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

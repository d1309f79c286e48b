#include "app/schedules/report_scheduler.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

// An operator with a saved report and a schedule that a node has made a report for.
class StoredRuns : public testing::Test {
protected:
    StoredRuns() {
        catalogue::ReportPreset preset{.id = ReportPresetId::New(), .name = "Daily", .created_at = Timestamp{1}};
        preset.group_keys = {"brand"};
        preset.metrics = {"click_count"};
        entry_->records.report_presets.Put(preset);
        const catalogue::User anna{.id = UserId::New(),
                                   .email = "anna@o.example",
                                   .affiliate = {},
                                   .status = catalogue::UserStatus::kActive,
                                   .created_at = Timestamp{1}};
        entry_->records.users.Put(anna);
        ordered_.schedule.id = DestinationId::New();
        ordered_.schedule.preset = preset.id;
        ordered_.schedule.recipients = {anna.id, UserId::New()};
        ordered_.days = {*Date::Parse("2026-03-09"), *Date::Parse("2026-03-09")};
        ordered_.actor = kServiceActor;
        entry_->records.report_schedules.Put(ordered_.schedule);
    }

    ManageCatalogue::CatalogueDecision Decide() {
        outbox::ReportRun run{
            .id = outbox::ReportRunId::New(), .schedule = ordered_.schedule.id, .days = ordered_.days};
        run.actor = ordered_.actor;
        run.error = error_;
        ordered_.owner = entry_;
        const auto decide =
            StoreReportRun("https://f.example", ordered_, std::make_shared<const outbox::ReportRun>(run));
        auto decision = decide({snapshot_, *entry_});
        EXPECT_TRUE(decision);
        return decision ? std::move(*decision) : ManageCatalogue::CatalogueDecision();
    }
    void Accept(const ManageCatalogue::CatalogueDecision& decision) {
        auto next = std::make_shared<OperatorEntry>(*entry_);
        next->records.report_schedules.Put(std::get<outbox::ReportSchedule>(decision.change.upserts.front()));
        entry_ = next;
    }

    CatalogueSnapshot snapshot_;
    std::shared_ptr<OperatorEntry> entry_ = std::make_shared<OperatorEntry>();
    ReportOrdered ordered_;
    std::string error_;
};

TEST_F(StoredRuns, AreSentToRecipientsThatCanLogIn) {
    const auto decision = Decide();
    EXPECT_TRUE(decision.change.report_run);
    ASSERT_EQ(decision.mails.size(), 1U);
    EXPECT_EQ(decision.mails[0].to, "anna@o.example");
    EXPECT_TRUE(decision.mails[0].values.at("url").starts_with("https://f.example/console/reports?preset="));
    ASSERT_EQ(decision.change.audit.size(), 1U);
    EXPECT_EQ(decision.change.audit[0].action, "reportSchedule.send");
}

TEST_F(StoredRuns, AreNotSentToAPersonWhoHasUnsubscribed) {
    ordered_.schedule.unsubscribed = {ordered_.schedule.recipients[0]};
    entry_->records.report_schedules.Put(ordered_.schedule);
    const auto decision = Decide();
    EXPECT_TRUE(decision.change.report_run);
    EXPECT_TRUE(decision.mails.empty());
}

TEST_F(StoredRuns, AreStoredOnceEvenIfTwoNodesMakeThem) {
    Accept(Decide());
    const auto second = Decide();
    EXPECT_TRUE(second.change.upserts.empty());
    EXPECT_FALSE(second.change.report_run);
    EXPECT_TRUE(second.mails.empty());
}

TEST_F(StoredRuns, AreStoredAgainIfAPersonAsks) {
    Accept(Decide());
    ordered_.actor = "user/1";
    const auto asked = Decide();
    EXPECT_TRUE(asked.change.report_run);
    EXPECT_EQ(asked.mails.size(), 1U);
}

TEST_F(StoredRuns, AreNotStoredAfterTheScheduleWasStopped) {
    ordered_.schedule.status = outbox::DestinationStatus::kInactive;
    entry_->records.report_schedules.Put(ordered_.schedule);
    EXPECT_TRUE(Decide().change.upserts.empty());
}

TEST_F(StoredRuns, WithAnErrorSendNothingAndAreNotTriedAgain) {
    error_ = "the query takes too long";
    const auto failed = Decide();
    EXPECT_TRUE(failed.mails.empty());
    EXPECT_EQ(failed.change.audit[0].action, "reportSchedule.fail");
    Accept(failed);
    EXPECT_TRUE(Decide().change.upserts.empty());
}

}  // namespace
}  // namespace fairlead::app

#include "app/await.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "domain/outbox/mail.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/relational_ledger.hpp"

namespace fairlead::ledger {
namespace {

using outbox::ReportSchedule;

ReportSchedule MakeSchedule() {
    ReportSchedule schedule{.id = DestinationId::New(), .preset = ReportPresetId::New()};
    schedule.frequency = outbox::Frequency::kMonthly;
    schedule.hour = 23;
    schedule.formats = {outbox::FileFormat::kCsv, outbox::FileFormat::kXlsx};
    schedule.url = "https://o.example/reports";
    schedule.secret_sealed = std::string("\0\xFF'sealed", 9);
    schedule.previous_sealed = std::string("\0\xFE'sealed", 9);
    schedule.previous_until = Timestamp{9};
    schedule.sent_to = Date::Parse("1969-12-31");
    schedule.created_at = Now();
    return schedule;
}

std::shared_ptr<const outbox::ReportRun> MakeRun(const ReportSchedule& schedule, std::int64_t number) {
    outbox::ReportRun run{.id = outbox::ReportRunId::New(), .schedule = schedule.id};
    run.days = {*Date::Parse("2026-02-01"), *Date::Parse("2026-02-28")};
    run.actor = "service";
    run.row_count = number;
    run.files = {{.format = outbox::FileFormat::kCsv, .name = "r.csv", .content = std::to_string(number)},
                 {.format = outbox::FileFormat::kXlsx, .name = "r.xlsx", .content = std::string("PK\0\xFF", 4)}};
    run.posts = {"csv", "xlsx"};
    return std::make_shared<const outbox::ReportRun>(std::move(run));
}

class ReportScheduleContract : public LedgerContract {
protected:
    void SetUp() override { owner_ = MakeOperator(); }

    void Store(const std::shared_ptr<const outbox::ReportRun>& run) {
        app::CatalogueChange change{.owner = owner_, .based_on_version = version_++, .upserts = {schedule_}};
        change.report_run = run;
        ASSERT_TRUE(Apply(std::move(change)));
    }
    std::vector<app::ReportRunRecord> Runs(OperatorId owner) {
        return *app::Await<std::vector<app::ReportRunRecord>>(
            [&](auto done) { ledger_->outbox().ReadReportRuns(owner, schedule_.id, std::move(done)); });
    }
    std::vector<outbox::ReportFile> Files(OperatorId owner, Timestamp commit) {
        return *app::Await<std::vector<outbox::ReportFile>>(
            [&](auto done) { ledger_->outbox().ReadReportFiles(owner, commit, std::move(done)); });
    }

    OperatorId owner_;
    std::int64_t version_ = 1;
    const ReportSchedule schedule_ = MakeSchedule();
};

TEST_P(ReportScheduleContract, SchedulesAreReadAsTheyWereStored) {
    ReportSchedule by_mail = MakeSchedule();
    by_mail.url.clear();
    by_mail.secret_sealed.clear();
    by_mail.previous_sealed.clear();
    by_mail.previous_until.reset();
    by_mail.sent_to.reset();
    by_mail.recipients = {UserId::New(), UserId::New()};
    by_mail.unsubscribed = {by_mail.recipients[1]};
    by_mail.status = outbox::DestinationStatus::kPaused;
    by_mail.pause_reason = "the receiver answered 410";
    by_mail.paused_at = by_mail.resumed_at = Timestamp{7};
    ASSERT_TRUE(Apply({.owner = owner_, .based_on_version = 1, .upserts = {schedule_, by_mail}}));
    Reopen();
    const auto found = ledger_->catalogue().LoadOperator(owner_)->report_schedules;
    EXPECT_EQ(found, (std::vector<ReportSchedule>{schedule_, by_mail}));
    EXPECT_TRUE(ledger_->catalogue().LoadOperator(MakeOperator("Other"))->report_schedules.empty());
}

TEST_P(ReportScheduleContract, ARunIsStoredWithItsMessagesAndFiles) {
    const auto run = MakeRun(schedule_, 1);
    app::CatalogueChange stale{.owner = owner_, .based_on_version = 0, .upserts = {schedule_}};
    stale.report_run = run;
    EXPECT_FALSE(Apply(std::move(stale)));
    Store(run);
    const auto runs = Runs(owner_);
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].run.id, run->id);
    EXPECT_EQ(runs[0].run.days, run->days);
    ASSERT_EQ(runs[0].deliveries.size(), 2U);
    EXPECT_EQ(runs[0].deliveries[0].kind, outbox::DestinationKind::kReport);
    EXPECT_EQ(runs[0].deliveries[0].destination, schedule_.id);
    const auto files = Files(owner_, runs[0].at);
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[0].content, "1");
    EXPECT_EQ(files[1].content, std::string("PK\0\xFF", 4));
    const OperatorId other = MakeOperator("Other");
    EXPECT_TRUE(Runs(other).empty());
    EXPECT_TRUE(Files(other, runs[0].at).empty());
}

TEST_P(ReportScheduleContract, OnlyTheNewestRunsKeepTheirFiles) {
    for (std::size_t i = 0; i < app::kReportRunsWithFiles + 2; ++i) {
        Store(MakeRun(schedule_, static_cast<std::int64_t>(i)));
    }
    const auto runs = Runs(owner_);
    ASSERT_EQ(runs.size(), app::kReportRunsWithFiles + 2);
    EXPECT_EQ(runs.front().run.row_count, static_cast<std::int64_t>(app::kReportRunsWithFiles) + 1) << "newest first";
    for (std::size_t i = 0; i < runs.size(); ++i) {
        EXPECT_EQ(Files(owner_, runs[i].at).empty(), i >= app::kReportRunsWithFiles) << i;
    }
}

TEST_P(ReportScheduleContract, ADeletedScheduleTakesItsRunsAndFilesWithIt) {
    Store(MakeRun(schedule_, 1));
    const Timestamp commit = Runs(owner_).front().at;
    const outbox::DeletedReportSchedule deleted{schedule_.id};
    ASSERT_TRUE(Apply({.owner = owner_, .based_on_version = version_++, .upserts = {deleted}}));
    EXPECT_TRUE(ledger_->catalogue().LoadOperator(owner_)->report_schedules.empty());
    EXPECT_TRUE(Runs(owner_).empty());
    EXPECT_TRUE(Files(owner_, commit).empty());
}

TEST_P(ReportScheduleContract, WhatWaitsForADeletedScheduleHasFailed) {
    const ReportSchedule other = MakeSchedule();
    app::CatalogueChange change{.owner = owner_, .based_on_version = version_++, .upserts = {other}};
    change.report_run = MakeRun(other, 1);
    ASSERT_TRUE(Apply(std::move(change)));
    Store(MakeRun(schedule_, 2));
    const outbox::DeletedReportSchedule deleted{schedule_.id};
    ASSERT_TRUE(Apply({.owner = owner_, .based_on_version = version_++, .upserts = {deleted}}));
    const auto statuses = [&](DestinationId destination) {
        app::DeliveryQuery query{.owner = owner_, .limit = 10};
        query.destinations = {destination};
        const auto page =
            *app::Await<app::DeliveryPage>([&](auto done) { ledger_->outbox().List(query, std::move(done)); });
        std::vector<app::DeliveryStatus> found;
        for (const app::DeliveryRecord& delivery : page.items) found.push_back(delivery.status);
        return found;
    };
    EXPECT_EQ(statuses(schedule_.id), std::vector(2, app::DeliveryStatus::kFailed));
    EXPECT_EQ(statuses(other.id), std::vector(2, app::DeliveryStatus::kWaiting));
}

INSTANTIATE_TEST_SUITE_P(Engines, ReportScheduleContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger

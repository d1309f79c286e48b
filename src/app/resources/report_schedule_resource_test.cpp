#include "app/resources/report_schedule_resource.hpp"

#include <gtest/gtest.h>

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;

// An operator with a daily report that was sent until the last day of March.
class ChangedSchedules : public testing::Test {
protected:
    ChangedSchedules() {
        const catalogue::ReportPreset preset{.id = ReportPresetId::New(), .name = "Daily", .created_at = Timestamp{1}};
        entry_.records.report_presets.Put(preset);
        schedule_.id = DestinationId::New();
        schedule_.preset = preset.id;
        schedule_.url = "https://o.example/reports";
        schedule_.sent_to = Date::Parse("2026-03-31");
        entry_.records.report_schedules.Put(schedule_);
    }

    outbox::ReportSchedule Changed(std::string_view body) {
        const ChangeRequest request{json::parse(body), "tester", "https://api.example/api/v1"};
        const auto decision = ReportScheduleResource().Update(schedule_.id.uuid, request)({snapshot_, entry_});
        if (!decision || decision->change.upserts.empty()) {
            ADD_FAILURE() << "nothing changes";
            return schedule_;
        }
        return std::get<outbox::ReportSchedule>(decision->change.upserts.front());
    }

    CatalogueSnapshot snapshot_;
    OperatorEntry entry_;
    outbox::ReportSchedule schedule_;
};

TEST_F(ChangedSchedules, ThatBecomeMonthlySendTheMonthWhoseLastDayWasSent) {
    outbox::ReportSchedule monthly = Changed(R"({"frequency": "monthly"})");
    EXPECT_EQ(monthly.sent_to, std::nullopt);
    // The change was early on the first of April. The month is due at six.
    monthly.resumed_at = *Timestamp::ParseIso8601("2026-04-01T03:00:00Z");
    const auto due = outbox::DueDays(monthly, TimeZone(), *Timestamp::ParseIso8601("2026-04-01T06:00:00Z"));
    ASSERT_TRUE(due);
    EXPECT_EQ(due->last, *Date::Parse("2026-03-31"));
}

TEST_F(ChangedSchedules, ThatChangeOtherwiseRememberWhatWasSent) {
    EXPECT_EQ(Changed(R"({"hour": 9})").sent_to, Date::Parse("2026-03-31"));
    EXPECT_EQ(Changed(R"({"formats": ["xlsx"]})").sent_to, Date::Parse("2026-03-31"));
}

}  // namespace
}  // namespace fairlead::app

#include "app/reports/run_report.hpp"

#include "app/catalogue/operator_zone.hpp"
#include "app/reports/report_rows.hpp"

namespace fairlead::app {
namespace {

using reporting::Calendar;

// The maximum of bytes of all tables that are being sent. Slow clients keep theirs for long.
constexpr std::size_t kBytesHeldMax = std::size_t{256} << 20;

// The same report in the days that it is compared with.
ReportRequest EarlierOf(const ReportRequest& request) {
    ReportRequest earlier = request;
    earlier.start = request.compared_with->start;
    earlier.end = request.compared_with->end;
    earlier.compared_with.reset();
    return earlier;
}

TimeShift ShiftBetween(const ReportRequest& earlier, const ReportRequest& later) {
    return {.days = later.start.days - earlier.start.days,
            .months = Period::Of(later.start).number - Period::Of(earlier.start).number};
}

}  // namespace

Result<std::shared_ptr<const reporting::ReportTable>> RunReport::Run(const ReportRequest& request) {
    if (*bytes_held_ > kBytesHeldMax) return Fail(ErrorCode::kOverloaded, "too many large reports are being sent");
    auto table = TRY(MakeTable(request));
    const std::size_t bytes = table.Bytes();
    *bytes_held_ += bytes;
    return std::shared_ptr<const reporting::ReportTable>(new reporting::ReportTable(std::move(table)),
                                                         [held = bytes_held_, bytes](const auto* gone) {
                                                             delete gone;
                                                             *held -= bytes;
                                                         });
}

Result<reporting::ReportTable> RunReport::MakeTable(const ReportRequest& request) {
    const Calendar& calendar = *CalendarOf(request.owner->records.self.settings);
    auto sums = TRY(Sum(request));
    if (!request.compared_with) return MakeReportTable({request, sums->tally(), nullptr}, calendar, records_);
    const ReportRequest earlier = EarlierOf(request);
    const auto sums_before = TRY(Sum(earlier, ShiftBetween(earlier, request)));
    sums->Include(*sums_before);
    return MakeReportTable({request, sums->tally(), &sums_before->tally()}, calendar, records_);
}

Result<std::unique_ptr<ReportSums>> RunReport::Sum(const ReportRequest& request, TimeShift shift) {
    // The cache keeps the calendar.
    const Calendar& calendar = *CalendarOf(request.owner->records.self.settings);
    auto sums = std::make_unique<ReportSums>(request, calendar, facts_, records_, shift);
    TRY(sums->Run());
    return sums;
}

Result<std::vector<std::string>> RunReport::NameGroups(const ReportRequest& request, const reporting::Tally& tally,
                                                       std::vector<std::size_t> groups) {
    return fairlead::app::NameGroups(request, tally, std::move(groups),
                                     *CalendarOf(request.owner->records.self.settings), records_);
}

std::shared_ptr<const Calendar> RunReport::CalendarOf(const catalogue::DatedSettings& settings) {
    const std::lock_guard lock(mutex_);
    auto& calendar = calendars_[ZoneKey(settings)];
    if (!calendar) calendar = std::make_shared<const Calendar>(LoadZone(settings));
    return calendar;
}

}  // namespace fairlead::app

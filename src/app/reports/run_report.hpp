#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "app/ports/facts.hpp"
#include "app/ports/report_records.hpp"
#include "app/reports/report_request.hpp"
#include "domain/reporting/calendar.hpp"
#include "domain/reporting/report_table.hpp"

namespace fairlead::app {

// Answers questions for reports from the analytics store. Safe from any thread; both must outlive it.
class RunReport {
public:
    RunReport(FactStore& facts, ReportRecords& records) : facts_(facts), records_(records) {}

    // Blocks.
    Result<reporting::ReportTable> Run(const ReportRequest& request);

    // The calendar of a time zone, kept from the first time on.
    std::shared_ptr<const reporting::Calendar> CalendarOf(const std::string& time_zone);

private:
    FactStore& facts_;
    ReportRecords& records_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const reporting::Calendar>> calendars_;
};

}  // namespace fairlead::app

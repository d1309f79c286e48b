#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "app/ports/facts.hpp"
#include "app/ports/record_queries.hpp"
#include "app/reports/report_request.hpp"
#include "app/reports/report_sums.hpp"
#include "domain/reporting/calendar.hpp"
#include "domain/reporting/report_table.hpp"

namespace fairlead::app {

// Runs reports on the analytics store. Safe from any thread; both stores must outlive it.
class RunReport {
public:
    RunReport(FactStore& facts, RecordQueries& records) : facts_(facts), records_(records) {}

    // Blocks. kOverloaded while reports that are still being sent use all of their memory.
    Result<std::shared_ptr<const reporting::ReportTable>> Run(const ReportRequest& request);

    // The sums of a report, without names and order. Blocks. The request and this object must outlive them.
    Result<std::unique_ptr<ReportSums>> Sum(const ReportRequest& request, TimeShift shift = {});
    // The names of some groups of these sums: a cell for each group key of the request, group after group. Blocks if
    // they are players.
    Result<std::vector<std::string>> NameGroups(const ReportRequest& request, const reporting::Tally& tally,
                                                std::vector<std::size_t> groups);

    // The calendar of an operator's time zones, cached after the first use.
    std::shared_ptr<const reporting::Calendar> CalendarOf(const catalogue::DatedSettings& settings);

private:
    Result<reporting::ReportTable> MakeTable(const ReportRequest& request);

    FactStore& facts_;
    RecordQueries& records_;
    // The bytes of the tables that are still in use. Tables may outlive this object, so it is shared.
    std::shared_ptr<std::atomic<std::size_t>> bytes_held_ = std::make_shared<std::atomic<std::size_t>>(0);
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<const reporting::Calendar>> calendars_;
};

}  // namespace fairlead::app

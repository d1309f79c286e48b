#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/reports/explain_change.hpp"
#include "http/codec/reports/report_output.hpp"
#include "http/server/responder.hpp"

namespace fairlead::app {
class Projection;
class ReportPool;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that reports use. They outlive the router.
struct ReportDependencies {
    const app::Projection& projection;
    app::RunReport& run_report;
    app::ReportPool& report_pool;
};

// How to answer with a report.
struct ReportAnswer {
    Responder responder;
    std::string request_id;
    ReportFormat format = ReportFormat::kCsv;
    std::string name;
    bool notes = false;  // Whether JSON names the money without an exchange rate.
};

// Runs the report on a thread of the pool and sends it, or the error.
void AnswerWithReport(const ReportDependencies& dependencies, app::ReportRequest request, ReportAnswer answer);

// Explains the change on a thread of the pool and sends the explanation, or the error.
void AnswerWithChange(const ReportDependencies& dependencies, app::ChangeQuestion request, Responder responder,
                      const std::string& request_id);

// Sends the answer that `work` makes on a thread of the pool, where it may query the analytics store. Sends an error
// if the store is incomplete or the pool is full.
void AnswerFromPool(const ReportDependencies& dependencies, OperatorId owner, Responder responder,
                    const std::string& request_id, std::move_only_function<Response()> work);

// Today's date in the operator's time zone.
Date TodayOf(app::RunReport& run_report, const app::OperatorEntry& owner);
std::string ReportFileName(std::string_view name, const app::ReportRequest& request);

}  // namespace fairlead::http

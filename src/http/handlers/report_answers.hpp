#pragma once

#include <string>
#include <string_view>

#include "http/codec/reports/report_output.hpp"
#include "http/handlers/handlers.hpp"

namespace fairlead::http {

// What the answer to a report needs beside it.
struct ReportAnswer {
    Responder responder;
    std::string request_id;
    ReportFormat format = ReportFormat::kCsv;
    std::string name;
};

// Runs it on a thread of the pool and sends what comes of it.
void AnswerWithReport(const HandlerContext& context, app::ReportRequest request, ReportAnswer answer);

// Runs any question to the analytics store there. `work` makes the answer; what keeps it from running is told.
void AnswerFromPool(const HandlerContext& context, OperatorId owner, Responder responder, std::string request_id,
                    std::move_only_function<Response()> work);

// Of what may go better later it says when to try.
Response ReportRefusal(const Error& error, const std::string& request_id);

// In the operator's time zone.
Date TodayOf(const HandlerContext& context, const app::OperatorEntry& owner);
std::string ReportFileName(std::string_view name, const app::ReportRequest& request);

}  // namespace fairlead::http

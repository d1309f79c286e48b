#include "app/portal/summary.hpp"

#include <array>

#include "app/await.hpp"

namespace fairlead::app {
namespace {

constexpr std::array<std::string_view, 12> kFigures{
    "banner_view_count", "click_count",           "unique_click_count",  "registration_count",
    "ftd_count",         "qualified_count",       "deposit_amount",      "ngr",
    "total_reward",      "click_to_registration", "registration_to_ftd", "epc"};
constexpr std::size_t kStatementsAtOnce = 200;

auto Figures(const SummaryQuestion& question, const reporting::DateRange& days, RunReport& run_report) {
    ReportRequest request{.owner = question.owner, .affiliate = question.affiliate};
    for (const std::string_view name : kFigures) request.metrics.push_back(reporting::FindMetric(name));
    request.start = days.start;
    request.end = days.end;
    return run_report.Run(request);
}

void Add(const StatementRecord& record, PortalSummary& summary) {
    auto& earnings = summary.earnings[record.statement.currency];
    switch (record.status) {
        case StatementStatus::kOpen: earnings.open += record.statement.payable; return;
        case StatementStatus::kPaid: earnings.paid += record.statement.payable; break;
        case StatementStatus::kClosed:
        case StatementStatus::kApproved:
        case StatementStatus::kSettled:
        case StatementStatus::kOnHold: earnings.closed += record.statement.payable; break;
    }
    if (!summary.last_statement) summary.last_statement = record;
}

Status AddStatements(const SummaryQuestion& question, CommissionQueries& queries, PortalSummary& summary) {
    StatementQuery query{.owner = question.owner->records.self.id,
                         .limit = kStatementsAtOnce,
                         .after = {},
                         .affiliate = question.affiliate,
                         .period = {},
                         .currency = {},
                         .status = {}};
    do {
        const auto page = TRY(Await<StatementPage>([&](auto done) { queries.ReadStatements(query, std::move(done)); }));
        for (const StatementRecord& record : page.items) Add(record, summary);
        query.after = page.more_after;
    } while (query.after);
    return {};
}

}  // namespace

Result<PortalSummary> Summarize(const SummaryQuestion& question, RunReport& run_report, CommissionQueries& queries) {
    const auto& days = question.days;
    const std::int32_t count = days.end.days - days.start.days + 1;
    PortalSummary summary{.days = days, .days_before = {{days.start.days - count}, {days.start.days - 1}}};
    auto current = TRY(Figures(question, summary.days, run_report));
    auto previous = TRY(Figures(question, summary.days_before, run_report));
    summary.current = std::move(current);
    summary.previous = std::move(previous);
    TRY(AddStatements(question, queries, summary));
    return summary;
}

}  // namespace fairlead::app

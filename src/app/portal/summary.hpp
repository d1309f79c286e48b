#pragma once

#include <map>
#include <memory>
#include <optional>

#include "app/ports/commission_queries.hpp"
#include "app/reports/run_report.hpp"
#include "domain/reporting/relative_period.hpp"

namespace fairlead::app {

// The summary of one affiliate.
struct PortalSummary {
    struct Earnings {
        Decimal open;    // What open periods would pay if they were closed now.
        Decimal closed;  // Closed and not yet paid.
        Decimal paid;
    };

    reporting::DateRange days;
    reporting::DateRange days_before;                        // The same number of days before them.
    std::shared_ptr<const reporting::ReportTable> current;   // Totals only.
    std::shared_ptr<const reporting::ReportTable> previous;  // Totals only.
    std::map<Currency, Earnings> earnings;                   // Of all time.
    std::optional<StatementRecord> last_statement;           // The newest closed statement.
};

struct SummaryQuestion {
    std::shared_ptr<const OperatorEntry> owner;
    AffiliateId affiliate;
    reporting::DateRange days;
};

// Blocks.
Result<PortalSummary> Summarize(const SummaryQuestion& question, RunReport& run_report, CommissionQueries& queries);

}  // namespace fairlead::app

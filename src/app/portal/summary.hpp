#pragma once

#include <map>
#include <memory>
#include <optional>

#include "app/ports/commission_queries.hpp"
#include "app/reports/run_report.hpp"
#include "domain/reporting/relative_period.hpp"

namespace fairlead::app {

// How one affiliate is doing.
struct PortalSummary {
    struct Earnings {
        Decimal open;    // What open months would pay if they were closed now.
        Decimal closed;  // Not paid yet.
        Decimal paid;
    };

    reporting::DateRange days;
    reporting::DateRange days_before;                        // As many.
    std::shared_ptr<const reporting::ReportTable> current;   // Totals alone.
    std::shared_ptr<const reporting::ReportTable> previous;  // Likewise.
    std::map<Currency, Earnings> earnings;                   // Of all time.
    std::optional<StatementRecord> last_statement;           // The newest that is closed.
};

struct SummaryQuestion {
    std::shared_ptr<const OperatorEntry> owner;
    AffiliateId affiliate;
    reporting::DateRange days;
};

// Blocks.
Result<PortalSummary> Summarize(const SummaryQuestion& question, RunReport& run_report, CommissionQueries& queries);

}  // namespace fairlead::app

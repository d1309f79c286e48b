#pragma once

#include <vector>

#include "app/declarations/catalogue_resource.hpp"
#include "app/reports/run_report.hpp"

namespace fairlead::app {

// The order of a list of affiliates. Affiliates that are equal are in the order of their creation.
struct AffiliateOrder {
    enum class By : std::uint8_t { kCreation, kName, kMetric };
    By by = By::kCreation;
    std::size_t metric = 0;  // For kMetric: the position in the metrics of the report.
    bool descending = false;
};

struct AffiliateResultsQuery {
    ReportRequest report;  // Its metrics and days. The groups and filters are set by the list.
    ListQuery list;        // The cursor is the number of affiliates on the pages before.
    AffiliateOrder order;
};

struct AffiliateResult {
    AffiliateId id;
    std::vector<Decimal> metrics;  // In the order of the report.
};

struct AffiliateResultsPage {
    std::vector<AffiliateResult> items;
    std::string next_cursor;  // Empty: this is the last page.
};

// One page of an operator's affiliates with their results in a period, including affiliates without results. All pages
// together are in the order of the query. Blocks.
Result<AffiliateResultsPage> ListAffiliateResults(const View& view, AffiliateResultsQuery query, RunReport& run_report);

}  // namespace fairlead::app

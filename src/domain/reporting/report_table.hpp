#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/number/decimal.hpp"
#include "base/time/time.hpp"
#include "domain/reporting/relative_period.hpp"

namespace fairlead::reporting {

// Money that a report counts as 0, because there is no exchange rate into its currency.
struct UnpricedSum {
    std::string currency;
    std::int64_t count = 0;  // Of facts.
    Decimal amount;
};

// The values of a report in the days that it is compared with.
struct ComparedValues {
    DateRange days;
    std::vector<Decimal> values;  // As in ReportTable.
    std::vector<Decimal> totals;
};

// A finished report: the rows in order, each with the names of its group and its metrics, and the totals.
struct ReportTable {
    std::vector<std::string_view> group_keys;
    std::vector<std::string_view> metrics;
    std::size_t row_count = 0;
    std::vector<std::string> cells;  // Row after row.
    std::vector<Decimal> values;     // Row after row.
    std::vector<Decimal> totals;
    std::vector<UnpricedSum> unpriced;  // By currency.
    Timestamp generated_at;
    std::optional<ComparedValues> before = {};  // If the report is compared with other days.

    // The approximate memory use.
    std::size_t Bytes() const {
        const std::size_t more = before ? before->values.size() : 0;
        std::size_t bytes = (values.size() + more) * sizeof(Decimal) + cells.size() * sizeof(std::string);
        for (const std::string& cell : cells) bytes += cell.capacity();
        return bytes;
    }

    std::span<const std::string> CellsOf(std::size_t row) const {
        return std::span(cells).subspan(row * group_keys.size(), group_keys.size());
    }
    std::span<const Decimal> ValuesOf(std::size_t row) const {
        return std::span(values).subspan(row * metrics.size(), metrics.size());
    }
    std::span<const Decimal> ValuesBefore(std::size_t row) const {
        return std::span(before->values).subspan(row * metrics.size(), metrics.size());
    }
};

}  // namespace fairlead::reporting

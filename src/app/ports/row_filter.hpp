#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "app/ports/facts.hpp"
#include "domain/reporting/metrics.hpp"
#include "domain/reporting/row_values.hpp"

namespace fairlead::app {

// Selects the entries of the record that a number of a report adds up, by the group of a row and a metric. An entry
// matches if its fact matches, as of today with all corrections.
struct RowFilter {
    std::vector<DimensionFilter> dimensions;    // All of them must match.
    const reporting::Metric* metric = nullptr;  // If set, an additive metric: only entries that it adds up.
    bool nothing = false;                       // No entry can match.

    bool empty() const { return dimensions.empty() && metric == nullptr && !nothing; }

    template <class Is>
    bool Asks(Is is) const {
        return std::ranges::any_of(dimensions, is, &DimensionFilter::dimension);
    }
    // True if the metric counts entries and does not add up amounts.
    bool AsksForCount() const {
        return metric != nullptr && std::holds_alternative<reporting::Count>(metric->computation);
    }

    bool Passes(const reporting::FactRow& row) const {
        return !nothing && IsCounted(row) &&
               std::ranges::all_of(dimensions, [&](const DimensionFilter& filter) { return Holds(filter, row); });
    }

private:
    static bool Holds(const DimensionFilter& filter, const reporting::FactRow& row) {
        if (!reporting::IsId(filter.dimension)) {
            return std::ranges::find(filter.texts, TextIn(row, filter.dimension)) != filter.texts.end();
        }
        return std::ranges::find(filter.ids, IdIn(row, filter.dimension)) != filter.ids.end();
    }

    bool IsCounted(const reporting::FactRow& row) const {
        if (metric == nullptr) return true;
        if (const auto* count = std::get_if<reporting::Count>(&metric->computation)) {
            return row.weight != 0 && count->of.Contains(row.kind);
        }
        const auto* amount = std::get_if<reporting::Amount>(&metric->computation);
        return amount != nullptr && amount->of.Contains(row.kind) && (row.weight != 0 || !row.amount.IsZero());
    }
};

}  // namespace fairlead::app

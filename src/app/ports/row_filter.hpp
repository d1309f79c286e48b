#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "app/ports/facts.hpp"
#include "domain/reporting/metrics.hpp"
#include "domain/reporting/row_values.hpp"

namespace fairlead::app {

// Which entries of the record stand behind a number of a report: of a row's group, and of a metric. An entry is judged
// by the fact that reports have of it as the record is today, all corrections included.
struct RowFilter {
    std::vector<DimensionFilter> dimensions;    // All of them hold.
    const reporting::Metric* metric = nullptr;  // Only what it adds up; additive.
    bool nothing = false;                       // No entry can pass.

    bool empty() const { return dimensions.empty() && metric == nullptr && !nothing; }

    template <class Is>
    bool Asks(Is is) const {
        return std::ranges::any_of(dimensions, is, &DimensionFilter::dimension);
    }
    // Whether it asks how often, where a metric could also ask how much.
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

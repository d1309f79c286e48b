#pragma once

#include <span>

#include "facts/contract/fixture.hpp"

namespace fairlead::facts {

// The correct answers, computed row by row in the simplest way.
Sums NaiveSums(std::span<const reporting::FactRow> rows, const app::SumQuestion& question);
Counts NaiveCounts(std::span<const reporting::FactRow> rows, const app::DistinctQuestion& question);

// The value of a dimension of a row.
Cell NaiveCell(const reporting::FactRow& row, reporting::Dimension dimension);

}  // namespace fairlead::facts

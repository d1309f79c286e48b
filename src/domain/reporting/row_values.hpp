#pragma once

#include <string_view>

#include "domain/reporting/fact_row.hpp"
#include "domain/tracking/origin.hpp"

namespace fairlead::reporting {

// Puts a row down to where a click, or a player, came from. The row's views are of the origin from then on.
void PutOrigin(const tracking::Origin& origin, FactRow& row);

// The value of a row in a dimension of ids, and in one of texts.
Uuid IdIn(const FactRow& row, Dimension dimension);
std::string_view TextIn(const FactRow& row, Dimension dimension);

}  // namespace fairlead::reporting

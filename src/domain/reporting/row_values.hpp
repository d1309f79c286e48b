#pragma once

#include <string_view>

#include "domain/reporting/fact_row.hpp"
#include "domain/tracking/origin.hpp"

namespace fairlead::reporting {

// Fills the row with the origin of a click or a player. The row then has views of the origin.
void PutOrigin(const tracking::Origin& origin, FactRow& row);

// The value of a row in a dimension. IdIn is for dimensions with ids, TextIn for those with texts.
Uuid IdIn(const FactRow& row, Dimension dimension);
std::string_view TextIn(const FactRow& row, Dimension dimension);

}  // namespace fairlead::reporting

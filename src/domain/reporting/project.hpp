#pragma once

#include <functional>
#include <string_view>

#include "base/time.hpp"
#include "domain/reporting/fact_row.hpp"

namespace fairlead::reporting {

// Hands over every row that a block of an operator's facts adds to the analytics store. What counts nothing is left
// out: calls of links that were not counted, and repeated milestones. A row's views are valid in the call only. False
// when the block is damaged; what could be read of it has been handed over all the same.
bool ProjectBlock(OperatorId owner, std::string_view bytes, Timestamp recorded_at,
                  const std::function<void(const FactRow&)>& each);

}  // namespace fairlead::reporting

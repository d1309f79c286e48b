#pragma once

#include "base/number/decimal.hpp"

namespace fairlead {

// a × b / c, rounded half to even at the 8th digit. 0 if c is 0. The result is limited to 28 integer digits, so that
// absurd values cannot stop the service.
Decimal Proportion(Decimal a, Decimal b, Decimal c);

// a + b, limited to 20 times the limit of Proportion.
Decimal BoundedSum(Decimal a, Decimal b);

}  // namespace fairlead

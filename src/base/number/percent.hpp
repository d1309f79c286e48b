#pragma once

#include "base/number/rounded_product.hpp"

namespace fairlead {

// Amounts, each times its percentage, added up exactly and rounded once, half to even, at the 8th digit.
class PercentSum {
public:
    void Add(Decimal amount, Decimal percent);
    Decimal Rounded() const;

private:
    ExactProducts products_;
};

// So many percent of the amount.
Decimal Percent(Decimal amount, Decimal percent);

}  // namespace fairlead

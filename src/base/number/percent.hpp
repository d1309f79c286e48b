#pragma once

#include "base/number/rounded_product.hpp"

namespace fairlead {

// The exact sum of amounts times percentages, rounded once, half to even, at the 8th digit.
class PercentSum {
public:
    void Add(Decimal amount, Decimal percent);
    Decimal Rounded() const;

private:
    ExactProducts products_;
};

// The same for percentages of percentages.
class NestedPercentSum {
public:
    void Add(Decimal amount, Decimal percent, Decimal of_percent);
    Decimal Rounded() const;

private:
    ExactProducts products_;
};

// The given percentage of the amount.
Decimal Percent(Decimal amount, Decimal percent);

}  // namespace fairlead

#pragma once

#include "base/number/decimal.hpp"
#include "base/number/exchange_rate.hpp"

namespace fairlead {

// A sum of amounts, some of them converted, that is rounded once, when it is read. So what a report shows does not
// depend on how its rows were put together on the way.
class ExactSum {
public:
    void Add(Decimal amount) { AddUnits(amount.units()); }
    void AddConverted(Decimal amount, const ExchangeRate& rate);

    // Rounded half to even at the 8th digit.
    Decimal Rounded() const;

private:
    // Stays at the bounds where it would go beyond them: an absurd rate may make any sum absurd, but nothing else.
    void AddUnits(Decimal::Units units);

    Decimal::Units whole_ = 0;
    Decimal::Units rest_ = 0;  // Of 10^-26: what is finer than a Decimal.
};

}  // namespace fairlead

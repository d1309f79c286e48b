#pragma once

#include "base/number/decimal.hpp"
#include "base/number/exchange_rate.hpp"

namespace fairlead {

// A sum of amounts, some of them converted. It is rounded only once, when it is read, so the numbers of a report do not
// depend on the order in which its rows are added up.
class ExactSum {
public:
    void Add(Decimal amount) { AddUnits(amount.units()); }
    void AddConverted(Decimal amount, const ExchangeRate& rate);

    // Rounded half to even at the 8th digit.
    Decimal Rounded() const;

private:
    // Limits the sum to the range of the type, so that an absurd exchange rate cannot stop the service.
    void AddUnits(Decimal::Units units);

    Decimal::Units whole_ = 0;
    Decimal::Units rest_ = 0;  // In units of 10^-26: the digits that a Decimal does not have.
};

}  // namespace fairlead

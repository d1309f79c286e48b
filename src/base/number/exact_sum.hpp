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

    // True if the sum was above 10^28 or below -10^28 at any time. Only an absurd exchange rate makes it so.
    bool IsBeyondLimit() const { return whole_ == kBeyondLimit; }
    // Rounded half to even at the 8th digit. 0 beyond the limit: then there is no right number.
    Decimal Rounded() const;

private:
    static constexpr Decimal::Units kWholeMax = Decimal::Units{1'000'000'000'000'000'000} * 1'000'000'000'000'000'000;
    // No sum has this value.
    static constexpr Decimal::Units kBeyondLimit = kWholeMax + 1;

    void AddUnits(Decimal::Units units);

    Decimal::Units whole_ = 0;
    Decimal::Units rest_ = 0;  // In units of 10^-26: the digits that a Decimal does not have.
};

}  // namespace fairlead

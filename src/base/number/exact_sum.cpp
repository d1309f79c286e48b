#include "base/number/exact_sum.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include "base/number/rounded_product.hpp"

namespace fairlead {
namespace {

using Units = Decimal::Units;
using Wide = boost::multiprecision::int256_t;

constexpr Units kRateOne = 1'000'000'000'000'000'000;

}  // namespace

void ExactSum::AddUnits(Units units) {
    if (IsBeyondLimit()) return;
    // Both are far from the limits of the type, so adding them cannot overflow.
    const bool fits = units <= kWholeMax && units >= -kWholeMax;
    const Units sum = fits ? whole_ + units : kBeyondLimit;
    whole_ = sum <= kWholeMax && sum >= -kWholeMax ? sum : kBeyondLimit;
}

void ExactSum::AddConverted(Decimal amount, const ExchangeRate& rate) {
    Units product = 0;
    if (!__builtin_mul_overflow(amount.units(), rate.units(), &product)) {
        AddUnits(product / kRateOne);
        rest_ += product % kRateOne;
        return;
    }
    const Wide exact = Wide(amount.units()) * Wide(rate.units());
    const Wide whole = exact / kRateOne;
    AddUnits(abs(whole) > kWholeMax ? kBeyondLimit : static_cast<Units>(whole));
    rest_ += static_cast<Units>(Wide(exact % kRateOne));
}

Decimal ExactSum::Rounded() const {
    if (IsBeyondLimit()) return {};
    if (rest_ == 0) return Decimal::FromUnits(whole_);
    ExactProducts sum;
    sum.Add(whole_, kRateOne);
    sum.Add(rest_, 1);
    return Decimal::FromUnits(sum.DividedBy(kRateOne));
}

}  // namespace fairlead

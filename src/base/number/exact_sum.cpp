#include "base/number/exact_sum.hpp"

#include <algorithm>

#include <boost/multiprecision/cpp_int.hpp>

#include "base/number/rounded_product.hpp"

namespace fairlead {
namespace {

using Units = Decimal::Units;
using Wide = boost::multiprecision::int256_t;

constexpr Units kRateOne = 1'000'000'000'000'000'000;
constexpr Units kWholeMax = kRateOne * kRateOne;  // 10^28, in units of 10^-8.

Units Bounded(const Wide& units) {
    if (units > kWholeMax) return kWholeMax;
    return units < -kWholeMax ? -kWholeMax : static_cast<Units>(units);
}

}  // namespace

void ExactSum::AddUnits(Units units) {
    whole_ = std::clamp(whole_ + std::clamp(units, -kWholeMax, kWholeMax), -kWholeMax, kWholeMax);
}

void ExactSum::AddConverted(Decimal amount, const ExchangeRate& rate) {
    Units product = 0;
    if (!__builtin_mul_overflow(amount.units(), rate.units(), &product)) {
        AddUnits(product / kRateOne);
        rest_ += product % kRateOne;
        return;
    }
    const Wide exact = Wide(amount.units()) * Wide(rate.units());
    AddUnits(Bounded(exact / kRateOne));
    rest_ += static_cast<Units>(Wide(exact % kRateOne));
}

Decimal ExactSum::Rounded() const {
    if (rest_ == 0) return Decimal::FromUnits(whole_);
    ExactProducts sum;
    sum.Add(whole_, kRateOne);
    sum.Add(rest_, 1);
    return Decimal::FromUnits(sum.DividedBy(kRateOne));
}

}  // namespace fairlead

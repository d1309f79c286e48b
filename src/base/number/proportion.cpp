#include "base/number/proportion.hpp"

#include <algorithm>

#include <boost/multiprecision/cpp_int.hpp>

namespace fairlead {
namespace {

using WideInteger = boost::multiprecision::int512_t;

constexpr Decimal::Units kExaOne = 1'000'000'000'000'000'000;
constexpr Decimal::Units kProportionMax = kExaOne * kExaOne;

}  // namespace

Decimal Proportion(Decimal a, Decimal b, Decimal c) {
    if (c.IsZero()) return {};
    WideInteger product = WideInteger(a.units()) * WideInteger(b.units());
    WideInteger divisor = c.units();
    if (divisor < 0) {
        product = -product;
        divisor = -divisor;
    }
    WideInteger quotient = product / divisor;
    const WideInteger twice = 2 * abs(WideInteger(product % divisor));
    if (twice > divisor || (twice == divisor && quotient % 2 != 0)) quotient += product < 0 ? -1 : 1;
    if (quotient > kProportionMax) return Decimal::FromUnits(kProportionMax);
    if (quotient < -kProportionMax) return Decimal::FromUnits(-kProportionMax);
    return Decimal::FromUnits(static_cast<Decimal::Units>(quotient));
}

Decimal BoundedSum(Decimal a, Decimal b) {
    constexpr Decimal::Units kSumMax = kProportionMax * 20;
    return Decimal::FromUnits(std::clamp(a.units() + b.units(), -kSumMax, kSumMax));
}

}  // namespace fairlead

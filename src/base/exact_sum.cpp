#include "base/exact_sum.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include "base/rounded_product.hpp"

namespace fairlead {
namespace {

using Units = Decimal::Units;
using Wide = boost::multiprecision::int256_t;

constexpr Units kRateOne = 1'000'000'000'000'000'000;
// 10^20, as for commissions: see commission::kConvertedMax.
constexpr Units kConvertedUnitsMax = kRateOne * 10'000'000'000;

}  // namespace

void ExactSum::AddConverted(Decimal amount, const ExchangeRate& rate) {
    Units product = 0;
    if (!__builtin_mul_overflow(amount.units(), rate.units(), &product)) {
        const Units quotient = product / kRateOne;
        if (quotient > kConvertedUnitsMax || quotient < -kConvertedUnitsMax) return;
        whole_ += Decimal::FromUnits(quotient);
        rest_ += product % kRateOne;
        return;
    }
    const Wide exact = Wide(amount.units()) * Wide(rate.units());
    const Wide quotient = exact / kRateOne;
    if (quotient > kConvertedUnitsMax || quotient < -kConvertedUnitsMax) return;
    whole_ += Decimal::FromUnits(static_cast<Units>(quotient));
    rest_ += static_cast<Units>(Wide(exact % kRateOne));
}

Decimal ExactSum::Rounded() const {
    if (rest_ == 0) return whole_;
    ExactProducts sum;
    sum.Add(whole_.units(), kRateOne);
    sum.Add(rest_, 1);
    return Decimal::FromUnits(sum.DividedBy(kRateOne));
}

}  // namespace fairlead

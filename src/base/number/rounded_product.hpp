#pragma once

#include <optional>

#include <boost/multiprecision/cpp_int.hpp>

#include "base/assert.hpp"
#include "base/number/decimal.hpp"

namespace fairlead {

// An exact sum of products of integers, which is divided and rounded once. Nearly all products fit into 128 bits; only
// the others are added up in 256 bits, which is slower.
class ExactProducts {
    using Units = Decimal::Units;
    using Wide = boost::multiprecision::int256_t;

public:
    void Add(Units a, Units b) {
        Units product = 0;
        const bool fits = !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(small_, product, &product);
        if (fits) {
            small_ = product;
        } else {
            large_ += Wide(a) * Wide(b);
        }
    }

    // The sum divided by `divisor`, rounded half to even. The divisor must be above zero.
    Units DividedBy(Units divisor) const {
        const auto units = DividedIfItFits(divisor);
        FAIRLEAD_ASSERT(units);
        return *units;
    }

    // The same, or nothing if the result does not fit into 128 bits.
    std::optional<Units> DividedIfItFits(Units divisor) const {
        if (large_.is_zero())
            return Rounded<Units>(small_, divisor, [](Units rest) { return rest < 0 ? -rest : rest; });
        const Wide rounded =
            Rounded<Wide>(large_ + small_, Wide(divisor), [](const Wide& rest) -> Wide { return abs(rest); });
        const auto units = static_cast<Units>(rounded);
        return Wide(units) == rounded ? std::optional(units) : std::nullopt;
    }

private:
    template <class Integer, class Absolute>
    static Integer Rounded(const Integer& sum, const Integer& divisor, Absolute absolute) {
        Integer quotient = sum / divisor;
        const Integer rest = absolute(sum % divisor);
        // `rest * 2 > divisor` could overflow.
        const Integer missing = divisor - rest;
        const bool odd = quotient % 2 != 0;
        if (rest > missing || (rest == missing && odd)) quotient += sum < 0 ? -1 : 1;
        return quotient;
    }

    Units small_ = 0;
    Wide large_ = 0;
};

}  // namespace fairlead

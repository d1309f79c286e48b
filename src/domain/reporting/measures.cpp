#include "domain/reporting/measures.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/number/rounded_product.hpp"

namespace fairlead::reporting {
namespace {

constexpr Decimal::Units kOne = 100'000'000;

// A quotient, rounded half to even at the 8th digit. 0 if the denominator is 0.
Decimal Divide(Decimal numerator, Decimal denominator) {
    if (denominator.IsZero()) return {};
    const bool negative = denominator.IsNegative();
    ExactProducts product;
    product.Add(negative ? -numerator.units() : numerator.units(), kOne);
    return Decimal::FromUnits(product.DividedBy(negative ? -denominator.units() : denominator.units()));
}

}  // namespace

Measures::Measures(std::span<const Metric* const> metrics) {
    for (const Metric* metric : metrics) readings_.push_back(ReadingOf(*metric));
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        needs_amounts_ = needs_amounts_ || sums_[i].is_amount;
        for (const FactKind kind : sums_[i].of.kinds()) {
            if (sums_of_kind_[kind.code].empty()) kinds_.push_back(kind);
            sums_of_kind_[kind.code].push_back(static_cast<std::uint8_t>(i));
        }
    }
}

std::size_t Measures::SumOf(const Metric& metric) {
    FAIRLEAD_ASSERT(metric.IsAdditive());
    const auto known = std::ranges::find(summed_, &metric);
    if (known != summed_.end()) return static_cast<std::size_t>(known - summed_.begin());
    summed_.push_back(&metric);
    const auto* amount = std::get_if<Amount>(&metric.computation);
    sums_.push_back(amount != nullptr ? Sum{amount->of, true} : Sum{std::get<Count>(metric.computation).of, false});
    return sums_.size() - 1;
}

Measures::Reading Measures::ReadingOf(const Metric& metric) {
    using How = Reading::How;
    if (const auto* distinct = std::get_if<Distinct>(&metric.computation)) {
        distincts_.push_back(*distinct);
        return {How::kDistinct, distincts_.size() - 1};
    }
    if (const auto* quotient = std::get_if<Quotient>(&metric.computation)) {
        const std::size_t numerator = SumOf(*FindMetric(quotient->numerator));
        return {How::kQuotient, numerator, SumOf(*FindMetric(quotient->denominator))};
    }
    if (const auto* difference = std::get_if<Difference>(&metric.computation)) {
        const std::size_t minuend = SumOf(*FindMetric(difference->minuend));
        return {How::kDifference, minuend, SumOf(*FindMetric(difference->subtrahend))};
    }
    return {How::kSum, SumOf(metric)};
}

void Measures::Evaluate(std::span<const Decimal> sums, std::span<const std::int64_t> distincts,
                        std::vector<Decimal>& metrics) const {
    for (const Reading& reading : readings_) {
        switch (reading.how) {
            case Reading::How::kSum: metrics.push_back(sums[reading.first]); break;
            case Reading::How::kDistinct: metrics.push_back(Decimal::FromInteger(distincts[reading.first])); break;
            case Reading::How::kQuotient: metrics.push_back(Divide(sums[reading.first], sums[reading.second])); break;
            case Reading::How::kDifference: metrics.push_back(sums[reading.first] - sums[reading.second]); break;
        }
    }
}

}  // namespace fairlead::reporting

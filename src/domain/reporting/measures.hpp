#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/number/decimal.hpp"
#include "domain/reporting/metrics.hpp"

namespace fairlead::reporting {

// The sums and counts that a set of metrics needs, without repetition, and how the metrics are computed from them.
class Measures {
public:
    // The sum of the weights, or of the amounts, of facts of these kinds.
    struct Sum {
        KindList of;
        bool is_amount = false;
    };

    explicit Measures(std::span<const Metric* const> metrics);

    std::span<const Sum> sums() const { return sums_; }
    std::span<const Distinct> distincts() const { return distincts_; }
    // The kinds of all sums, each once.
    const std::vector<FactKind>& kinds() const { return kinds_; }
    bool NeedsAmounts() const { return needs_amounts_; }
    // The sums that include facts of this kind.
    std::span<const std::uint8_t> SumsOf(FactKind kind) const { return sums_of_kind_[kind.code]; }

    // Computes the metrics of a group, in their order, from its sums and counts in the order of sums() and distincts().
    void Evaluate(std::span<const Decimal> sums, std::span<const std::int64_t> distincts,
                  std::vector<Decimal>& metrics) const;

private:
    // How one metric is computed: a sum, a count, or the quotient or difference of two sums.
    struct Reading {
        enum class How : std::uint8_t { kSum, kDistinct, kQuotient, kDifference } how = How::kSum;
        std::size_t first = 0;
        std::size_t second = 0;
    };

    Reading ReadingOf(const Metric& metric);
    std::size_t SumOf(const Metric& metric);

    std::vector<const Metric*> summed_;  // One per sum.
    std::vector<Sum> sums_;
    std::vector<Distinct> distincts_;
    std::vector<Reading> readings_;
    std::vector<FactKind> kinds_;
    std::array<std::vector<std::uint8_t>, FactKind::kCodesEnd> sums_of_kind_;
    bool needs_amounts_ = false;
};

}  // namespace fairlead::reporting

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/number/decimal.hpp"
#include "domain/reporting/metrics.hpp"

namespace fairlead::reporting {

// What has to be summed and counted for a choice of metrics, each once, and how the metrics follow from it.
class Measures {
public:
    // Something to add up: of facts of these kinds the weights, or the amounts.
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
    // The sums that facts of a kind are part of.
    std::span<const std::uint8_t> SumsOf(FactKind kind) const { return sums_of_kind_[kind.code]; }

    // The metrics, in their order, of a group with these sums and counts, in the order of the above.
    void Evaluate(std::span<const Decimal> sums, std::span<const std::int64_t> distincts,
                  std::vector<Decimal>& metrics) const;

private:
    // How one metric is read off: a sum, a count, or one sum over or less another.
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

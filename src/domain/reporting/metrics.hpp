#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>
#include <variant>

#include "domain/reporting/grouping.hpp"

namespace fairlead::reporting {

// A list of at most 6 kinds of facts.
class KindList {
public:
    constexpr KindList(std::initializer_list<FactKind> kinds) {
        for (const FactKind kind : kinds) kinds_[size_++] = kind;
    }
    constexpr std::span<const FactKind> kinds() const { return {kinds_.data(), size_}; }
    constexpr bool Contains(FactKind kind) const {
        for (const FactKind each : kinds()) {
            if (each == kind) return true;
        }
        return false;
    }

private:
    std::array<FactKind, 6> kinds_{};
    std::size_t size_ = 0;
};

// How a metric is computed. Count and Amount are additive: they add up the weights or the amounts of facts of these
// kinds.
struct Count {
    KindList of;
};
struct Amount {
    KindList of;
};
// Not additive: totals are counted separately.
struct Distinct {
    KindList of;
    Entity entity = Entity::kPlayer;
};
// Computed from two additive metrics, by name. A quotient by zero is 0.
struct Quotient {
    std::string_view numerator;
    std::string_view denominator;
};
struct Difference {
    std::string_view minuend;
    std::string_view subtrahend;
};
using Computation = std::variant<Count, Amount, Distinct, Quotient, Difference>;

// The list of the management API that contains the single items of a metric.
enum class OpensAs : std::uint8_t { kNothing, kEvents, kClicks, kAccruals };
inline constexpr std::array<std::string_view, 4> kOpensAsNames{"", "events", "clicks", "accruals"};

// A number that a report can show. Declared once: the API, its documents and the console read it from here.
struct Metric {
    std::string_view name;
    std::string_view description;
    std::string_view formula;
    Computation computation;
    OpensAs opens = OpensAs::kNothing;

    bool IsAdditive() const {
        return std::holds_alternative<Count>(computation) || std::holds_alternative<Amount>(computation);
    }
    // Whether it is an amount of money.
    bool IsMoney() const;
};

std::span<const Metric> Metrics();
// Null if the name is unknown.
const Metric* FindMetric(std::string_view name);

}  // namespace fairlead::reporting

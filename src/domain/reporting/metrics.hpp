#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>
#include <variant>

#include "domain/reporting/grouping.hpp"

namespace fairlead::reporting {

// A few kinds of facts.
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

// How a metric comes about. Additive: how often, or how much, facts of these kinds add up to.
struct Count {
    KindList of;
};
struct Amount {
    KindList of;
};
// Not additive: counted anew for totals.
struct Distinct {
    KindList of;
    Entity entity = Entity::kPlayer;
};
// Of two additive metrics, by name. A quotient by zero is 0.
struct Quotient {
    std::string_view numerator;
    std::string_view denominator;
};
struct Difference {
    std::string_view minuend;
    std::string_view subtrahend;
};
using Computation = std::variant<Count, Amount, Distinct, Quotient, Difference>;

// The list of the management API that shows one by one what a metric adds up.
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
    // Whether it is in a currency.
    bool IsMoney() const;
};

std::span<const Metric> Metrics();
// Null where there is none of this name.
const Metric* FindMetric(std::string_view name);

}  // namespace fairlead::reporting

#pragma once

#include <random>
#include <string>
#include <vector>

#include "facts/contract/fixture.hpp"

namespace fairlead::facts {

// Random facts and questions with few different values, so that many of them match. The same for the same seed.
class AnyFacts {
public:
    explicit AnyFacts(std::uint32_t seed) : random_(seed) {}

    // Its texts have static lifetime.
    reporting::FactRow Row();
    app::SumQuestion SumQuestion();
    app::DistinctQuestion DistinctQuestion();

private:
    int Below(int end) { return std::uniform_int_distribution(0, end - 1)(random_); }
    bool OneIn(int n) { return Below(n) == 0; }
    std::uint8_t Byte(int end) { return static_cast<std::uint8_t>(Below(end)); }
    std::string_view Text(int end);
    std::int32_t Minute();
    Decimal Amount();
    app::FactSelection Selection();
    app::DimensionFilter Filter();
    app::Grouping Group();
    std::vector<app::Grouping> Groups();

    // Sometimes all zeros.
    template <class Tag>
    Tag Id(int end) {
        const auto n = Byte(end);
        return n == 0 ? Tag() : NthId<Tag>(n);
    }

    std::mt19937 random_;
};

}  // namespace fairlead::facts

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace fairlead::demo {

// Pseudo-random numbers that are the same for the same seed on every machine.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    // SplitMix64.
    std::uint64_t Next() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }

    // From 0 (inclusive) to 1 (exclusive).
    double Unit() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }
    double Between(double low, double high) { return low + (high - low) * Unit(); }
    std::size_t Below(std::size_t limit) { return static_cast<std::size_t>(Unit() * static_cast<double>(limit)); }
    bool Chance(double probability) { return Unit() < probability; }

    double Normal() {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - Unit()));
        return radius * std::cos(2.0 * std::numbers::pi * Unit());
    }
    // Distributed around `median`, with a tail that grows with `spread`.
    double LogNormal(double median, double spread) { return median * std::exp(spread * Normal()); }

    // How often something happens, given its expected number.
    int Poisson(double expected) {
        if (expected > 40) return std::max(0, static_cast<int>(std::lround(expected + std::sqrt(expected) * Normal())));
        const double limit = std::exp(-expected);
        int times = 0;
        double product = Unit();
        while (product > limit) {
            product *= Unit();
            ++times;
        }
        return times;
    }

    // The index of one of the weights. Heavier weights are more likely.
    template <class Items, class Weight>
    std::size_t Pick(const Items& items, Weight weight) {
        double sum = 0;
        for (const auto& item : items) sum += weight(item);
        double left = Unit() * sum;
        std::size_t place = 0;
        for (const auto& item : items) {
            left -= weight(item);
            if (left < 0) return place;
            ++place;
        }
        return place == 0 ? 0 : place - 1;
    }

private:
    std::uint64_t state_;
};

}  // namespace fairlead::demo

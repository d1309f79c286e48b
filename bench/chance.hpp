#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace fairlead::bench {

// Random numbers that are the same in every run with the same seed, on every machine.
class Chance {
public:
    explicit Chance(std::uint64_t seed) : numbers_(seed) {}

    std::uint64_t Bits() { return numbers_(); }
    std::size_t Below(std::size_t end) { return static_cast<std::size_t>(numbers_() % end); }
    bool OneIn(std::size_t count) { return Below(count) == 0; }
    bool Percent(std::size_t percent) { return Below(100) < percent; }
    // From 0 (inclusive) to 1 (exclusive).
    double Share() { return static_cast<double>(numbers_() >> 11) * 0x1p-53; }

private:
    std::mt19937_64 numbers_;
};

// Draws one of many items by weight in constant time (Walker's alias method).
class Draw {
public:
    explicit Draw(std::span<const double> weights);
    // The first is drawn most often, the n-th 1 / n^exponent as often: a few large ones and a long tail.
    static Draw Zipf(std::size_t count, double exponent);

    std::size_t Next(Chance& chance) const {
        const Slot& slot = slots_[chance.Below(slots_.size())];
        return chance.Share() < slot.share ? slot.own : slot.other;
    }

private:
    struct Slot {
        double share = 1;  // The share of its own item; the rest belongs to another.
        std::size_t own = 0;
        std::size_t other = 0;
    };
    std::vector<Slot> slots_;
};

}  // namespace fairlead::bench

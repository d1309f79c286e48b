#include "bench/chance.hpp"

#include <cmath>
#include <numeric>

namespace fairlead::bench {

Draw::Draw(std::span<const double> weights) : slots_(weights.size()) {
    const double mean = std::reduce(weights.begin(), weights.end()) / static_cast<double>(weights.size());
    std::vector<std::size_t> small;
    std::vector<std::size_t> large;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        slots_[i] = {weights[i] / mean, i, i};
        (slots_[i].share < 1 ? small : large).push_back(i);
    }
    // Each large weight fills the rest of a small weight's slot.
    while (!small.empty() && !large.empty()) {
        const std::size_t filled = small.back();
        small.pop_back();
        const std::size_t giver = large.back();
        slots_[filled].other = giver;
        slots_[giver].share -= 1 - slots_[filled].share;
        if (slots_[giver].share >= 1) continue;
        large.pop_back();
        small.push_back(giver);
    }
}

Draw Draw::Zipf(std::size_t count, double exponent) {
    std::vector<double> weights(count);
    for (std::size_t i = 0; i < count; ++i) weights[i] = std::pow(static_cast<double>(i + 1), -exponent);
    return Draw(weights);
}

}  // namespace fairlead::bench

#pragma once

#include <algorithm>

#include <gtest/gtest.h>

#include "domain/explanation/explain.hpp"

namespace fairlead::commission {

// The step of this kind. The test fails if there is none.
template <class Kind>
Kind StepOf(const MoneyExplanation& made) {
    for (const Step& step : made.steps) {
        if (const auto* found = std::get_if<Kind>(&step)) return *found;
    }
    ADD_FAILURE() << "there is no step " << Kind::kRule;
    return Kind();
}

template <class Kind>
bool HasStep(const MoneyExplanation& made) {
    return std::ranges::any_of(made.steps, [](const Step& step) { return std::holds_alternative<Kind>(step); });
}

}  // namespace fairlead::commission

#pragma once

#include "base/result.hpp"

namespace fairlead::ledger {

// Runs steps in order; the first Error ends it.
template <class... Steps>
Status InOrder(Steps... steps) {
    Status done;
    (void)((done = steps(), done.has_value()) && ...);
    return done;
}

}  // namespace fairlead::ledger

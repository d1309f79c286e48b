#pragma once

#include "base/result.hpp"

namespace fairlead::ledger {

// Runs steps in order and stops at the first Error.
template <class... Steps>
Status InOrder(Steps... steps) {
    Status done;
    (void)((done = steps(), done.has_value()) && ...);
    return done;
}

}  // namespace fairlead::ledger

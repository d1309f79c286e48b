#include "domain/signals/review_hold.hpp"

namespace fairlead::signals {

std::optional<std::string> WhyHeldForReview(Decimal payable, std::int64_t open_signals) {
    if (open_signals == 0 || payable.IsZero()) return std::nullopt;
    const std::string count = open_signals == 1
                                  ? "1 fraud signal of this affiliate waits"
                                  : std::to_string(open_signals) + " fraud signals of this affiliate wait";
    return count + " for a decision. Release or reverse every open signal first";
}

}  // namespace fairlead::signals

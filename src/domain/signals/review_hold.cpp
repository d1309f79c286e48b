#include "domain/signals/review_hold.hpp"

namespace fairlead::signals {

std::optional<std::string> WhyHeldForReview(Decimal payable, std::int64_t open_signals) {
    if (open_signals == 0 || payable.IsZero()) return std::nullopt;
    if (open_signals == 1) return "1 fraud signal holds the statements of this affiliate. Release or reverse it first";
    return std::to_string(open_signals) +
           " fraud signals hold the statements of this affiliate. Release or reverse them first";
}

}  // namespace fairlead::signals

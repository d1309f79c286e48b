#include "domain/signals/finding.hpp"

#include <algorithm>
#include <tuple>

namespace fairlead::signals {

std::vector<Finding> JoinCauses(std::vector<Finding> findings, std::int64_t gap_micros) {
    std::ranges::sort(findings, {}, [](const Finding& one) { return std::tie(one.cause, one.begins); });
    std::vector<Finding> joined;
    for (Finding& next : findings) {
        const bool same = !joined.empty() && joined.back().cause == next.cause &&
                          next.begins.micros <= joined.back().ends.micros + gap_micros;
        if (!same) {
            joined.push_back(std::move(next));
            continue;
        }
        Finding& last = joined.back();
        const Timestamp begins = last.begins;
        const Timestamp ends = std::max(last.ends, next.ends);
        if (next.value > last.value) last = std::move(next);
        last.begins = begins;
        last.ends = ends;
    }
    std::ranges::sort(joined, {}, [](const Finding& one) { return std::tie(one.begins, one.cause); });
    return joined;
}

}  // namespace fairlead::signals

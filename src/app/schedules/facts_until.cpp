#include "app/schedules/facts_until.hpp"

namespace fairlead::app {
namespace {

// The longest time that a commit or a click takes to appear in the ledger.
constexpr std::int64_t kSettleMicros = 10 * kMicrosPerSecond;

}  // namespace

bool HasFactsUntil(const ProjectionLag& lag, Timestamp end, Timestamp now, std::int64_t steady_now) {
    if (lag.checked_at == 0) return false;
    const std::int64_t checked = now.micros - (steady_now - lag.checked_at);
    if (checked < end.micros + kSettleMicros) return false;
    if (lag.blocks == 0) return true;
    const auto oldest_missing = now.micros - static_cast<std::int64_t>(lag.seconds * kMicrosPerSecond);
    return !lag.is_filling && oldest_missing >= end.micros + kSettleMicros;
}

}  // namespace fairlead::app

#pragma once

#include "app/ports/projection.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

// Whether the analytics store has every fact that was recorded before `end`.
bool HasFactsUntil(const ProjectionLag& lag, Timestamp end, Timestamp now, std::int64_t steady_now);

}  // namespace fairlead::app

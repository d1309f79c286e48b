#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

struct ClockRepairOptions {
    Timestamp now;                             // The true time. Nothing in the record can be later.
    std::optional<Timestamp> after;            // Blocks after this time are wrong. Default: blocks after `now`.
    std::optional<std::int64_t> ahead_micros;  // How far the clock was ahead. Default: estimated from the record.
    bool apply = false;                        // False: only reports what it would do.
};

// The blocks of one operator that a wrong clock has dated, and the times that a repair gives them.
struct ClockRepairPart {
    OperatorId owner;
    std::string operator_name;
    std::int64_t blocks = 0;
    std::int64_t clicks = 0;
    std::int64_t registrations = 0;  // Their attribution was decided by the wrong times, and does not change.
    Timestamp dated_from;
    Timestamp dated_to;
    std::int64_t ahead_micros = 0;

    Timestamp moved_from() const { return {dated_from.micros - ahead_micros}; }
    Timestamp moved_to() const { return {dated_to.micros - ahead_micros}; }
};

}  // namespace fairlead::app

#pragma once

#include <optional>
#include <vector>

#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Blocks of an operator that a wrong clock had dated, and that were moved back (ledger/repair/clock_repair.hpp). The
// ids of their clicks still contain the time at which they were written.
struct ClockRepair {
    Timestamp first_at;  // The times of the first and the last block as they are now.
    Timestamp last_at;
    std::int64_t ahead_micros = 0;
    std::int64_t commit_no = 0;

    // Whether a block that was written at this time was moved.
    bool Moved(Timestamp written_at) const {
        return written_at.micros >= first_at.micros + ahead_micros &&
               written_at.micros <= last_at.micros + ahead_micros;
    }
    bool operator==(const ClockRepair&) const = default;
};

// In the order of time. There are few, and usually none.
Result<std::vector<ClockRepair>> ReadClockRepairs(Connection& connection, OperatorId owner);
Status InsertClockRepair(Connection& connection, OperatorId owner, const ClockRepair& repair);

}  // namespace fairlead::ledger

#pragma once

#include <map>

#include "base/error.hpp"
#include "domain/outbox/report_schedule.hpp"

namespace fairlead::app {

// The reports that could not be made or stored, and when they are tried again. Times are those of the steady clock. For
// one thread.
class ReportFailures {
public:
    bool MayTry(DestinationId schedule, std::int64_t now) const;
    // Notes that the report that ends on this day could not be made. Returns whether to give it up: after five tries,
    // or after 20 hours of tries while the analytics store is not available.
    bool Note(DestinationId schedule, Date last_day, ErrorCode reason, std::int64_t now);
    // The report was made, but not stored. It is tried again until it is stored.
    void NoteUnstored(DestinationId schedule, std::int64_t now);
    void Forget(DestinationId schedule) { failures_.erase(schedule); }

private:
    struct Failures {
        Date last_day;
        int count = 0;
        std::int64_t first_at = 0;
        std::int64_t next_try = 0;
    };

    std::map<DestinationId, Failures> failures_;
};

}  // namespace fairlead::app

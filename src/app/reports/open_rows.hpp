#pragma once

#include <optional>
#include <string>

#include "app/ports/accrual_records.hpp"
#include "app/ports/event_records.hpp"
#include "app/ports/row_filter.hpp"

namespace fairlead::app {

class RecordQueries;

// Opens the entries of the record that a number of a report adds up.

// The entries to open.
struct RowSelection {
    RowFilter filter;                   // Without the player.
    TimeRange time;                     // The overlap of all given times.
    std::optional<std::string> player;  // An id, or the operator's reference of the player.
};

// The time in both ranges.
TimeRange Overlap(const TimeRange& one, const TimeRange& other);

// Each returns the entries of the query that are also in the selection. The records must live until `done` is called.
void OpenEvents(RecordQueries& records, EventQuery query, RowSelection selection, AnswerDone<EventPage> done);
void OpenClicks(RecordQueries& records, ClickQuery query, RowSelection selection, AnswerDone<ClickPage> done);
void OpenAccruals(RecordQueries& records, AccrualQuery query, RowSelection selection, AnswerDone<AccrualPage> done);

}  // namespace fairlead::app

#pragma once

#include <functional>

#include "demo/bookkeeping.hpp"
#include "demo/players.hpp"
#include "demo/traffic.hpp"

namespace fairlead::demo {

// The first day and the length of the demo's history.
struct Span {
    Date first_day;
    int days = 365;
};

// Advances the demo. Everything that happens in an interval is recorded at its end.
class History {
public:
    History(OperatorActions& actions, Span span, std::uint64_t seed);

    // Continues with the players of an earlier run.
    void Resume(Timestamp now);

    // Advances to a moment, and sets the process's clock to each moment on the way. False if it was stopped.
    bool Run(Timestamp from, Timestamp to, const std::function<bool()>& stopped);

    // Records now what has happened since `from`, with at least this many clicks. The clock is the system's.
    void Live(Timestamp from, Timestamp to, double clicks_per_second);

private:
    int DayAt(Timestamp time) const { return Date::OfUtc(time).days - span_.first_day.days; }
    // Begins all days up to today that have not begun yet, and does their manual work.
    void BeginDays(Timestamp now);
    int WorkDayAt(Timestamp time) const;
    void Change(int day);
    void Correct(int day);
    void Reassign();
    void Record(const Interval& interval);
    void PrintProgress(Timestamp at, Timestamp from, Timestamp to);

    OperatorActions& actions_;
    Span span_;
    Dice dice_;
    Traffic traffic_;
    Players players_;
    Bookkeeping bookkeeping_;
    int day_ = -1;    // The last day that has begun.
    Period printed_;  // The last month whose progress was printed.
};

}  // namespace fairlead::demo

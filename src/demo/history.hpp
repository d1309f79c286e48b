#pragma once

#include <functional>

#include "demo/bookkeeping.hpp"
#include "demo/players.hpp"
#include "demo/traffic.hpp"

namespace fairlead::demo {

// When the demo's history begins, and how long it is.
struct Span {
    Date first_day;
    int days = 365;
};

// Moves the demo's world on. What happens in a stretch is recorded at its end.
class History {
public:
    History(OperatorActions& actions, Span span, std::uint64_t seed);

    // Goes on with the players of an earlier run.
    void Resume(Timestamp now);

    // Up to a moment, with the process's clock set to each moment on the way. False where it was told to stop.
    bool Run(Timestamp from, Timestamp to, const std::function<bool()>& stopped);

    // What has happened since `from`, recorded now, with at least so many clicks. The clock is the system's.
    void Live(Timestamp from, Timestamp to, double clicks_per_second);

private:
    int DayAt(Timestamp time) const { return Date::OfUtc(time).days - span_.first_day.days; }
    // What people do on the days up to today that have not begun yet.
    void BeginDays(Timestamp now);
    int WorkDayAt(Timestamp time) const;
    void Change(int day);
    void Correct(int day);
    void Reassign();
    void Record(const Stretch& stretch);
    void TellProgress(Timestamp at, Timestamp from, Timestamp to);

    OperatorActions& actions_;
    Span span_;
    Dice dice_;
    Traffic traffic_;
    Players players_;
    Bookkeeping bookkeeping_;
    int day_ = -1;  // The last one that was begun.
    Period told_;   // Up to which progress has been told.
};

}  // namespace fairlead::demo

#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "app/ports/visit_sums.hpp"
#include "app/tracking/visit_limits.hpp"

namespace fairlead::app {

// How many sums of one operator wait in memory. The visits of further links are counted without their link.
inline constexpr std::size_t kWaitingVisitSumsMax = 1000;

// Counts the visits that are not stored one by one, and adds the counts to the ledger every two seconds and at the end.
// A crash loses the counts of the last seconds. While the ledger cannot be reached, the counts wait. If the reply of
// the ledger is lost, a count can be added twice. Safe from any thread.
class VisitCounts {
public:
    using Then = std::move_only_function<void()>;
    // The day of an operator's time zone. Called on any thread.
    using DayOf = std::function<Date(OperatorId, Timestamp)>;

    // `sums` must outlive this object.
    VisitCounts(VisitSums& sums, DayOf day_of) : sums_(sums), day_of_(std::move(day_of)) {}

    void Count(OperatorId owner, LinkId link, OnlyCounted why, Timestamp now);

    // Calls `then`, possibly on another thread, when the ledger has all visits of the operator that were counted here,
    // or if it could not take them.
    void WhenStored(OperatorId owner, Then then);

    // Stores regularly, on its own thread.
    void Start();
    // Stores the rest. Blocks until the ledger has answered. Nothing may be counted afterwards.
    void Stop();

private:
    // Days begin with a quarter of an hour in every time zone, so all visits of one quarter have the same day.
    struct Key {
        std::int64_t quarter = 0;
        LinkId link;

        auto operator<=>(const Key&) const = default;
    };
    struct Counted {
        std::int64_t bots = 0;
        std::int64_t limited = 0;
    };
    using Counts = std::map<Key, Counted>;
    struct OfOperator {
        Counts waiting;
        Counts storing;  // The ledger has not answered yet.
        std::vector<Then> after_waiting;
        std::vector<Then> after_storing;
    };

    void Run(const std::stop_token& stop);
    std::vector<OperatorId> Owners();
    void Store(OperatorId owner);
    void Finish(OperatorId owner, const Status& stored);
    std::vector<VisitSum> SumsOf(OperatorId owner, const Counts& counts) const;

    VisitSums& sums_;
    DayOf day_of_;
    std::mutex mutex_;
    std::map<OperatorId, OfOperator> operators_;
    std::mutex thread_mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::app

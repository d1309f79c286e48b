#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/id/ids.hpp"

namespace fairlead::ledger {

// Counts how often cached data of the ledger may have become wrong: a connection was replaced by a new one, perhaps to
// another server, or the ledger lacks something that this process has seen committed. A cache stores the number that
// was current before it read, and forgets its content when the number has changed. Safe from any thread.
class LedgerEpoch {
public:
    std::uint64_t current() const { return current_.load(std::memory_order_acquire); }
    void Advance() { current_.fetch_add(1, std::memory_order_acq_rel); }

    // Logs that the ledger lacks something of this operator, calls the alarm and advances.
    void ReportMovedBackwards(OperatorId owner, std::string_view missing);
    // Called before other threads use this object.
    void set_alarm(std::function<void()> alarm) { alarm_ = std::move(alarm); }

private:
    std::atomic<std::uint64_t> current_{0};
    std::function<void()> alarm_;
};

}  // namespace fairlead::ledger

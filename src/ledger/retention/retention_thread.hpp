#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "ledger/retention/retention.hpp"

namespace fairlead::ledger {

// Runs retention at the start and then every hour on its own thread, which the destructor ends.
class RetentionThread {
public:
    RetentionThread(Retention& retention, const RetentionPolicy& policy)
        : thread_([this, &retention, policy](const std::stop_token& stop) { Work(retention, policy, stop); }) {}

private:
    void Work(Retention& retention, const RetentionPolicy& policy, const std::stop_token& stop);

    std::mutex mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::ledger

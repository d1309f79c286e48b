#pragma once

#include <functional>
#include <mutex>

#include "base/id/ids.hpp"

namespace fairlead::ledger {

// Tells the thread that sends that a commit has written messages.
class MessageBell {
public:
    void OnRing(std::function<void(OperatorId)> stored) {
        const std::lock_guard lock(mutex_);
        stored_ = std::move(stored);
    }
    void Ring(OperatorId owner) {
        const std::lock_guard lock(mutex_);
        if (stored_) stored_(owner);
    }

private:
    std::mutex mutex_;
    std::function<void(OperatorId)> stored_;
};

}  // namespace fairlead::ledger

#pragma once

#include <mutex>

#include "app/ports/outgoing/outbox.hpp"

namespace fairlead::ledger {

// Reports the destinations of the messages of a commit to the thread that sends.
class MessageBell {
public:
    void OnRing(app::MessagesStored stored) {
        const std::lock_guard lock(mutex_);
        stored_ = std::move(stored);
    }
    void Ring(OperatorId owner, const app::StoredMessages& messages) {
        const std::lock_guard lock(mutex_);
        if (stored_) stored_(owner, messages);
    }

private:
    std::mutex mutex_;
    app::MessagesStored stored_;
};

}  // namespace fairlead::ledger

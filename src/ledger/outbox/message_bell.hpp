#pragma once

#include <atomic>
#include <mutex>

#include "app/ports/outgoing/outbox.hpp"

namespace fairlead::ledger {

// Reports the destinations of the messages of a commit to the thread that sends, and knows whether it sends mails.
class MessageBell {
public:
    void OnRing(app::MessagesStored stored) {
        const std::lock_guard lock(mutex_);
        stored_ = std::move(stored);
    }
    // Whether transactions write mails to people. Off until the service says that it sends mails.
    void WriteMails(bool write) { writes_mails_.store(write); }
    bool writes_mails() const { return writes_mails_.load(); }

    void Ring(OperatorId owner, const app::StoredMessages& messages) {
        const std::lock_guard lock(mutex_);
        if (stored_) stored_(owner, messages);
    }

private:
    std::mutex mutex_;
    app::MessagesStored stored_;
    std::atomic<bool> writes_mails_ = false;
};

}  // namespace fairlead::ledger

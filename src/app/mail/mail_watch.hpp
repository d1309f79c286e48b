#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "app/mail/ledger_outage.hpp"
#include "app/mail/weekly_digest.hpp"
#include "app/ports/outgoing/mail_sender.hpp"
#include "app/readiness.hpp"
#include "base/crypto/secrets.hpp"

namespace fairlead::app {

// The objects that the watch uses. They outlive it.
struct MailWatchParts {
    Catalogue& catalogue;
    Readiness& readiness;
    MailSender* sender = nullptr;  // Null: there are no mails, and nothing is watched.
    Bytes32 token_key{};
    DigestParts digest;
};

// Sends the mails that no request causes: the weekly digest, and the alarm that the ledger cannot be written. That
// alarm cannot wait in the outbox, which is in the ledger: each node gives it to the mail server itself, once, and logs
// whether the server accepted it. Works on its own thread.
class MailWatch {
public:
    explicit MailWatch(const MailWatchParts& parts) : parts_(parts), digest_(parts.digest) {}
    ~MailWatch() { Stop(); }

    void Start();
    // Call it before the sender and the ledger stop. Blocks until both have answered.
    void Stop() { thread_ = {}; }

private:
    void Work(const std::stop_token& stop);
    // The answer of the ledger, which may take long. Shared with the callback.
    struct Probe {
        std::atomic<bool> is_pending = false;
        std::atomic<bool> writable = true;
    };

    bool LookAtLedger();
    bool MailDigests(const std::stop_token& stop);
    void TellAdmins(Timestamp since);
    void TellAdminsOf(const OperatorEntry& owner, Timestamp since);

    MailWatchParts parts_;
    WeeklyDigest digest_;
    LedgerOutage outage_;
    const std::shared_ptr<Probe> probe_ = std::make_shared<Probe>();
    std::mutex mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::app

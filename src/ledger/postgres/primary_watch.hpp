#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "ledger/postgres/server_contact.hpp"

namespace fairlead::ledger {

// Keeps the connections of this process on one primary. It knows the newest primary that any of them has reached;
// connections to an older one are given up. When a server is silent, one connection finds out for all others whether it
// still answers. Safe from any thread.
class PrimaryWatch {
public:
    explicit PrimaryWatch(std::string url) : url_(std::move(url)) {}

    const std::string& url() const { return url_; }

    // Connects to the newest primary among the hosts of the URL. Standbys and older primaries are refused.
    Result<PGconnPtr> ConnectToPrimary(ServerState& state);

    // Whether a connection to this server, opened at this time of the steady clock, may still be used.
    bool MayUse(const ServerIdentity& identity, std::int64_t opened_at) const;

    // Called by a connection that has waited this long for an answer. False: the server is lost, and so are all
    // connections to it that are open now. Blocks for some seconds while it asks the server on a new connection.
    bool MayStillAnswer(const ServerIdentity& identity, std::int64_t opened_at, int silent_ms);

    // Looks for a newer primary among the other hosts, so that connections leave a primary that was replaced but still
    // answers. Does so every few seconds at most. Blocks.
    void LookForNewerPrimary();

private:
    Status Adopt(const ServerState& state);
    bool AnswersAsPrimary();

    const std::string url_;
    mutable std::mutex mutex_;
    ServerIdentity newest_;
    std::atomic<std::int64_t> given_up_before_{0};  // Steady clock: older connections are lost.
    std::mutex asking_;
    std::int64_t ask_again_at_ = 0;
    std::atomic<std::int64_t> look_again_at_{0};
};

}  // namespace fairlead::ledger

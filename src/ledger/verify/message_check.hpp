#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "domain/outbox/message.hpp"
#include "domain/outbox/subscriptions.hpp"
#include "domain/replay/replay.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Compares the messages in the outbox with those that follow from the record: every trigger has its message, and none
// has two. Messages from before the last retention are not compared.
class MessageCheck {
public:
    MessageCheck(Connection& connection, OperatorId owner, std::function<void(const std::string&)> differs)
        : connection_(connection), owner_(owner), differs_(std::move(differs)) {}

    // Call it for every commit, with what follows from it.
    Status Check(Timestamp recorded_at, const outbox::Subscriptions& subscriptions,
                 std::span<const commission::Replay::Counted> counted, std::span<const commission::Accrual> accruals);
    // Looks for messages that belong to no commit. `count` gets the number of compared messages.
    Status Finish(std::int64_t& count);

private:
    Status Load();
    Result<std::string> OriginOf(const std::optional<PlayerId>& player, AffiliateId affiliate, Timestamp recorded_at);
    void Compare(std::vector<outbox::Intent> expected, std::vector<outbox::Intent> stored, Timestamp recorded_at);

    Connection& connection_;
    OperatorId owner_;
    std::function<void(const std::string&)> differs_;
    std::optional<Timestamp> dropped_before_;  // Empty until it is read. Older messages may have been dropped.
    std::int64_t stored_count_ = 0;            // The messages in the outbox that are not older.
    std::int64_t compared_ = 0;
};

}  // namespace fairlead::ledger

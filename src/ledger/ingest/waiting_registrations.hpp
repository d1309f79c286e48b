#pragma once

#include <optional>
#include <span>
#include <vector>

#include "domain/tracking/click_id.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Players whose registration named a click of ours that was not recorded yet: the table `waiting_registrations`.
struct WaitingRegistration {
    PlayerId player;
    ClickId click;
    // The newest change of the operator when the registration was recorded. Nothing if an earlier release recorded it.
    std::optional<std::int64_t> last_change;
};

Status InsertWaiting(Connection& connection, OperatorId owner, Timestamp since,
                     std::span<const WaitingRegistration> waiting);
// The times in the ids of clicks. By default, all of them.
struct VisitRange {
    Timestamp first{0};
    Timestamp last{tracking::kBatchMicrosMax};
};

// Those that wait for clicks of these times, at most `limit`. The newest clicks come first. `after` is the last one of
// the page before.
Result<std::vector<WaitingRegistration>> ReadWaiting(Connection& connection, OperatorId owner, const VisitRange& visits,
                                                     const std::optional<WaitingRegistration>& after,
                                                     std::int64_t limit);
// Forgets those that have waited since before this time.
Status DeleteWaitingBefore(Connection& connection, OperatorId owner, Timestamp time);
Status DeleteWaiting(Connection& connection, OperatorId owner, PlayerId player);

}  // namespace fairlead::ledger

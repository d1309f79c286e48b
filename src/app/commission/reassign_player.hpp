#pragma once

#include <expected>
#include <optional>
#include <string>

#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/errors.hpp"
#include "app/ports/commission_store.hpp"

namespace fairlead::app {

class RecordQueries;

// Whom a player is to be given to.
struct ReassignmentRequest {
    PlayerId player;
    AffiliateId affiliate;
    std::optional<LinkId> link;  // Of this affiliate.
    std::string actor;
    std::string reason;
};

// The reassignment that is asked for, as the operator's catalogue knows the affiliate and the link; or what is wrong
// with them, by member.
std::expected<Reassignment, Errors> PlanReassignment(const OperatorEntry& owner, ReassignmentRequest request);

// Gives a player to another affiliate and answers the player as it is then. kNotFound when the operator has no such
// player; kConflict before its registration. The ports must live until `done` is called.
void ReassignPlayer(CommissionStore& store, RecordQueries& records, Reassignment reassignment,
                    AnswerDone<PlayerHistory> done);

}  // namespace fairlead::app

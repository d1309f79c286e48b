#pragma once

#include <expected>
#include <optional>
#include <string>

#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/errors.hpp"
#include "app/ports/commission_store.hpp"

namespace fairlead::app {

class RecordQueries;

// The affiliate and the link that a player is reassigned to. Without an affiliate the player becomes organic.
struct ReassignmentRequest {
    PlayerId player;
    std::optional<AffiliateId> affiliate;
    std::optional<LinkId> link;  // A link of this affiliate.
    std::string actor;
    std::string reason;
};

// The requested reassignment with the affiliate and the link from the operator's catalogue, or the errors by member.
std::expected<Reassignment, Errors> PlanReassignment(const OperatorEntry& owner, ReassignmentRequest request);

// Gives a player to another affiliate or makes it organic, and returns the changed player. kNotFound and kConflict as
// CommissionStore::Reassign. The ports must live until `done` is called.
void ReassignPlayer(CommissionStore& store, RecordQueries& records, Reassignment reassignment,
                    AnswerDone<PlayerHistory> done);

}  // namespace fairlead::app

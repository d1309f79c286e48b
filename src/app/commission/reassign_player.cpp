#include "app/commission/reassign_player.hpp"

#include <utility>

#include "app/ports/record_queries.hpp"
#include "app/tracking/tracked_targets.hpp"

namespace fairlead::app {

std::expected<Reassignment, Errors> PlanReassignment(const OperatorEntry& owner, ReassignmentRequest request) {
    Errors errors;
    std::optional<tracking::Origin> origin;
    if (request.affiliate) {
        origin = tracking::Origin{.affiliate = *request.affiliate};
        if (owner.FindAffiliate(*request.affiliate) == nullptr) {
            errors.push_back({ErrorCode::kInvalidValue, "/affiliateId", "is not an affiliate of this operator"});
        }
    }
    if (request.link && !request.affiliate) {
        errors.push_back({ErrorCode::kInvalidValue, "/linkId", "needs an affiliateId: an organic player has no link"});
    } else if (request.link) {
        const auto* link = owner.FindLink(*request.link);
        if (link != nullptr && link->affiliate == request.affiliate) {
            origin = OriginOf(owner, *link);
        } else {
            errors.push_back({ErrorCode::kInvalidValue, "/linkId", "is not a link of this affiliate"});
        }
    }
    if (!errors.empty()) return std::unexpected(std::move(errors));
    return Reassignment{.owner = owner.records.self.id,
                        .player = request.player,
                        .origin = std::move(origin),
                        .actor = std::move(request.actor),
                        .reason = std::move(request.reason)};
}

void ReassignPlayer(CommissionStore& store, RecordQueries& records, Reassignment reassignment,
                    AnswerDone<PlayerHistory> done) {
    const OperatorId owner = reassignment.owner;
    const PlayerId player = reassignment.player;
    store.Reassign(std::move(reassignment),
                   [&records, owner, player, done = std::move(done)](const Status& reassigned) mutable {
                       if (!reassigned) return done(std::unexpected(reassigned.error()));
                       records.ReadPlayerHistory(owner, player, std::move(done));
                   });
}

}  // namespace fairlead::app

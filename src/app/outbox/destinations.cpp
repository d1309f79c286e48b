#include "app/outbox/destinations.hpp"

namespace fairlead::app {
namespace {

DestinationState StateOf(const outbox::Postback& postback) {
    return {outbox::DestinationKind::kPostback, postback.status, postback.resumed_at};
}

}  // namespace

std::optional<DestinationState> FindDestination(const OperatorEntry& owner, DestinationId id) {
    if (const auto* postback = owner.FindPostback(id)) return StateOf(*postback);
    return std::nullopt;
}

void ForEachDestination(const OperatorEntry& owner,
                        const std::function<void(DestinationId, const DestinationState&)>& visit) {
    for (const outbox::Postback& postback : owner.records.postbacks) visit(postback.id, StateOf(postback));
}

}  // namespace fairlead::app

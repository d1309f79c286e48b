#include "app/outbox/pause_destination.hpp"

#include "app/resources/postback_resource.hpp"
#include "telemetry/log.hpp"

namespace fairlead::app {

void PauseDestination(ManageCatalogue& catalogue, const LaneKey& lane, std::string reason) {
    const std::string id = lane.destination.ToString();
    telemetry::LogWarn("a destination is paused",
                       {{"destination", std::string_view(id)}, {"reason", std::string_view(reason)}});
    catalogue.Change(lane.owner, PausePostback(lane.destination, std::move(reason)), [](const ObjectResult& result) {
        if (!result) telemetry::LogError("a destination could not be paused", {});
    });
}

}  // namespace fairlead::app

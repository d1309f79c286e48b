#include "app/outbox/pause_destination.hpp"

#include "telemetry/log.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;

// Whom a paused destination belongs to, for the audit log and for mails.
void AddOwner(const outbox::Postback& postback, json::object& after) {
    after["affiliateId"] = postback.affiliate.ToString();
}
void AddOwner(const outbox::Webhook&, json::object&) {}
void AddOwner(const outbox::ReportSchedule&, json::object&) {}

// Changes nothing unless the destination is active.
template <class Destination>
void AddPause(const Destination* before, std::string_view noun, const std::string& reason, CatalogueChange& change) {
    if (before == nullptr || before->status != outbox::DestinationStatus::kActive) return;
    Destination paused = *before;
    paused.status = outbox::DestinationStatus::kPaused;
    paused.pause_reason = reason;
    paused.paused_at = Now();
    json::object after{{"status", "paused"}, {"reason", reason}};
    AddOwner(paused, after);
    change.audit.push_back({.actor = "service",
                            .action = std::string(noun) + ".pause",
                            .subject = std::string(noun) + "/" + paused.id.ToString(),
                            .before = R"({"status":"active"})",
                            .after = json::serialize(after)});
    change.upserts.emplace_back(std::move(paused));
}

ManageCatalogue::Decide DecidePause(DestinationId id, std::string reason) {
    using Decided = std::expected<ManageCatalogue::CatalogueDecision, Errors>;
    return [id, reason = std::move(reason)](const DecisionContext& context) -> Decided {
        ManageCatalogue::CatalogueDecision decision{
            .change = {.owner = context.own.records.self.id, .based_on_version = context.own.records.version},
            .answer = {}};
        AddPause(context.own.FindPostback(id), "postback", reason, decision.change);
        AddPause(context.own.FindWebhook(id), "webhook", reason, decision.change);
        AddPause(context.own.FindReportSchedule(id), "reportSchedule", reason, decision.change);
        return decision;
    };
}

}  // namespace

void PauseDestination(ManageCatalogue& catalogue, const LaneKey& lane, std::string reason) {
    const std::string id = lane.destination.ToString();
    telemetry::LogWarn("a destination is paused",
                       {{"destination", std::string_view(id)}, {"reason", std::string_view(reason)}});
    catalogue.Change(lane.owner, DecidePause(lane.destination, std::move(reason)), [](const ObjectResult& result) {
        if (!result) telemetry::LogError("a destination could not be paused", {});
    });
}

}  // namespace fairlead::app

#include "app/outbox/destinations.hpp"

#include "domain/outbox/mail.hpp"

namespace fairlead::app {
namespace {

DestinationState StateOf(const outbox::Postback& postback) {
    return {outbox::DestinationKind::kPostback, postback.status, postback.resumed_at};
}

DestinationState StateOf(const outbox::Webhook& webhook) {
    return {outbox::DestinationKind::kWebhook, webhook.status, webhook.resumed_at};
}

DestinationState StateOf(const outbox::ReportSchedule& schedule) {
    return {outbox::DestinationKind::kReport, schedule.status, schedule.resumed_at};
}

DestinationState StateOfMail() { return {.kind = outbox::DestinationKind::kMail, .resumed_at = {}}; }

}  // namespace

std::optional<DestinationState> FindDestination(const OperatorEntry& owner, DestinationId id) {
    if (id == outbox::MailDestination(owner.records.self.id)) return StateOfMail();
    if (const auto* postback = owner.FindPostback(id)) return StateOf(*postback);
    if (const auto* webhook = owner.FindWebhook(id)) return StateOf(*webhook);
    // Without a URL, the reports are mails.
    const auto* schedule = owner.FindReportSchedule(id);
    if (schedule != nullptr && !schedule->url.empty()) return StateOf(*schedule);
    return std::nullopt;
}

void ForEachDestination(const OperatorEntry& owner,
                        const std::function<void(DestinationId, const DestinationState&)>& visit) {
    for (const outbox::Postback& postback : owner.records.postbacks) visit(postback.id, StateOf(postback));
    for (const outbox::Webhook& webhook : owner.records.webhooks) visit(webhook.id, StateOf(webhook));
    for (const outbox::ReportSchedule& schedule : owner.records.report_schedules) {
        if (!schedule.url.empty()) visit(schedule.id, StateOf(schedule));
    }
    visit(outbox::MailDestination(owner.records.self.id), StateOfMail());
}

}  // namespace fairlead::app

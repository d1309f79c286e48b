// How delivery gives a message to its sender.

#include <algorithm>
#include <limits>

#include "app/mail/mail_message.hpp"
#include "app/mail/render_mail.hpp"
#include "app/outbox/render_postback.hpp"
#include "app/outbox/render_webhook.hpp"
#include "delivery/delivery.hpp"

namespace fairlead::delivery {

using app::LaneKey;

namespace {

constexpr std::size_t kReportsInFlightMax = 8;  // To URLs, of all destinations.
// A file may be large, the line slow, and the receiver may read the file before it answers.
constexpr std::int64_t kReportTimeoutMs = 60'000;

MessageId IdOf(const LaneKey& key, const app::WaitingMessage& message) {
    return outbox::MessageIdOf(key.destination, message.queued.place);
}

}  // namespace

app::OutgoingRequest Delivery::Render(const app::OperatorEntry& owner, DestinationId destination,
                                      const app::WaitingMessage& message, MessageId id) const {
    if (const auto* webhook = owner.FindWebhook(destination)) {
        return app::RenderWebhook(*webhook, parts_.token_key, id, app::WebhookBody(message), Now());
    }
    const app::RenderContext context{owner, parts_.token_key};
    return app::RenderPostback(*owner.FindPostback(destination), app::ValuesOf(context, message, id), id);
}

void Delivery::SendDue(const LaneKey& key, Sending& lane) {
    ForgetOldFailures(key, lane.health);
    const Timestamp now = Now();
    const std::size_t count = RoomFor(key, lane, now);
    if (count == 0) return;
    for (const auto& message : lane.queue.Take(now, count)) {
        Send(key, lane, message);
        pumped_last_ = key;
    }
}

std::size_t Delivery::RoomForReports(const LaneKey& key) const {
    const auto state = FindActive(key);
    if (!state || state->kind != outbox::DestinationKind::kReport) return std::numeric_limits<std::size_t>::max();
    // A slow destination must leave room for the others.
    if (reports_in_flight_.contains(key)) return 0;
    return reports_in_flight_.size() < kReportsInFlightMax ? 1 : 0;
}

void Delivery::Send(const LaneKey& key, Sending& lane, const outbox::QueuedMessage& message) {
    ++in_flight_;
    if (IsMail(key)) ++mails_in_flight_;
    app::WaitingMessage& waiting = lane.messages.at(message.place);
    // Only the queue knows what has happened since the message was read: failed attempts and replays.
    waiting.queued = message;
    const bool has_files = waiting.type == outbox::Name(outbox::MailType::kReport);
    if (has_files && !IsMail(key)) reports_in_flight_.insert(key);
    if (has_files) return ReadFilesThenSend(key, waiting);
    if (IsMail(key)) return SendMail(key, waiting);
    SendRequest(key, waiting, Render(*catalogue_->Find(key.owner), key.destination, waiting, IdOf(key, waiting)));
}

// The files of a report can be large, so they are in memory only while it is sent.
void Delivery::ReadFilesThenSend(const LaneKey& key, const app::WaitingMessage& message) {
    parts_.outbox.ReadReportFiles(key.owner, message.queued.place.created_at,
                                  [this, key, message = message, lease = lanes_.at(key).leased_until](
                                      Result<std::vector<outbox::ReportFile>> files) mutable {
                                      Post([this, key, message = std::move(message), lease = std::move(lease),
                                            files = std::move(files)]() mutable {
                                          SendReport(key, std::move(message), lease, std::move(files));
                                      });
                                  });
}

void Delivery::SendReport(const LaneKey& key, app::WaitingMessage message, const LeaseEnd& lease,
                          Result<std::vector<outbox::ReportFile>> files) {
    if (!files) return Refuse(key, message, files.error().message, /*is_final=*/false);
    message.files = std::move(*files);
    // The ledger may have taken long. Another node may have the destination by the time the request would end, or may
    // have had it and sent the message.
    const auto lane = lanes_.find(key);
    if (lane == lanes_.end() || lane->second.leased_until != lease || !HasLeaseToSend(lane->second)) {
        return Refuse(key, message, "the files could not be read in time", /*is_final=*/false);
    }
    if (IsMail(key)) return SendMail(key, message);
    const auto owner = catalogue_->Find(key.owner);
    const auto* schedule = owner->FindReportSchedule(key.destination);
    if (schedule == nullptr) return Refuse(key, message, "the schedule is deleted", /*is_final=*/true);
    auto request = app::RenderReport(*schedule, parts_.token_key, message, IdOf(key, message), Now());
    if (!request) return Refuse(key, message, request.error().message, /*is_final=*/true);
    request->timeout_ms = kReportTimeoutMs;
    request->ends_by = lane->second.leased_until;
    SendRequest(key, message, std::move(*request));
}

void Delivery::SendRequest(const LaneKey& key, const app::WaitingMessage& message, app::OutgoingRequest request) {
    std::string address = app::MaskSecrets(request.url);
    parts_.sender.Send(std::move(request), AnswerTo(key, message.queued, std::move(address)));
}

void Delivery::Refuse(const LaneKey& key, const app::WaitingMessage& message, std::string error, bool is_final) {
    app::OutgoingAnswer refused;
    refused.error = std::move(error);
    refused.is_final = is_final;
    AnswerTo(key, message.queued, std::string())(std::move(refused));
}

void Delivery::SendMail(const LaneKey& key, const app::WaitingMessage& message) {
    const MessageId id = IdOf(key, message);
    auto mail = app::RenderMail({.from = parts_.mail->from(),
                                 .key = parts_.mail_key,
                                 .now = Now(),
                                 .public_url = parts_.mail->public_url(),
                                 .unsubscribe_key = parts_.unsubscribe_key},
                                *catalogue_->Find(key.owner), message, id);
    auto done = AnswerTo(key, message.queued, mail ? app::MaskMailAddress(mail->to) : std::string());
    if (mail) {
        mail->ends_by = lanes_.at(key).leased_until;
        return parts_.mail->Send(std::move(*mail), std::move(done));
    }
    app::OutgoingAnswer refused;
    refused.error = mail.error().message;
    refused.is_final = true;
    done(std::move(refused));
}

std::move_only_function<void(app::OutgoingAnswer)> Delivery::AnswerTo(const LaneKey& key,
                                                                      const outbox::QueuedMessage& message,
                                                                      std::string address) {
    return [this, key, message, at = Now(), address = std::move(address)](app::OutgoingAnswer answer) mutable {
        Post([this, key, message, at, address = std::move(address), answer = std::move(answer)] {
            OnAnswer(key, message, address, at, answer);
        });
    };
}

}  // namespace fairlead::delivery

#include "app/mail/mail_watch.hpp"

#include "app/mail/mail_message.hpp"
#include "app/mail/render_mail.hpp"
#include "app/mail/unsubscribe_link.hpp"
#include "app/ports/outgoing/seal_mail.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

constexpr std::chrono::seconds kLookEvery{10};
constexpr std::int64_t kDigestsEveryMicros = 60 * kMicrosPerSecond;

bool WantsAlarms(const catalogue::User& user) {
    return user.role == catalogue::UserRole::kAdmin && user.status == catalogue::UserStatus::kActive &&
           !user.mails_off.contains(catalogue::MailTopic::kAlarms);
}

void LogAnswer(const std::string& address, const OutgoingAnswer& answer) {
    const bool taken = answer.status >= 200 && answer.status < 300;
    const std::string& reason = answer.error.empty() ? answer.body : answer.error;
    if (taken) {
        telemetry::LogInfo("the alarm that the ledger cannot be written is mailed",
                           {{"address", std::string_view(address)}});
    } else {
        telemetry::LogError("the alarm that the ledger cannot be written could not be mailed",
                            {{"address", std::string_view(address)}, {"reason", std::string_view(reason)}});
    }
}

}  // namespace

void MailWatch::Start() {
    if (parts_.sender == nullptr) return;
    thread_ = std::jthread([this](const std::stop_token& stop) {
        telemetry::NameThisThread("mail-watch");
        Work(stop);
    });
}

void MailWatch::Work(const std::stop_token& stop) {
    std::int64_t digests_at = 0;
    while (!stop.stop_requested()) {
        telemetry::RunGuarded("mail-watch", [&] {
            const bool writable = LookAtLedger();
            if (!writable || SteadyMicros() < digests_at) return;
            if (MailDigests(stop)) digests_at = SteadyMicros() + kDigestsEveryMicros;
        });
        std::unique_lock lock(mutex_);
        stopping_.wait_for(lock, stop, kLookEvery, [] { return false; });
    }
}

bool MailWatch::MailDigests(const std::stop_token& stop) {
    const auto snapshot = parts_.catalogue.Current();
    bool all = true;
    for (const auto& [id, entry] : snapshot->entries()) {
        if (stop.stop_requested()) return true;
        bool looked = false;
        // A failure for one operator must not stop the digests of the others.
        telemetry::RunGuarded("mail-watch", [&] { looked = digest_.Look(entry, Now(), stop); });
        all = looked && all;
    }
    return all;
}

// Judges what the ledger answered since the last look, and asks again. No answer is an outage, too.
bool MailWatch::LookAtLedger() {
    const bool is_pending = probe_->is_pending;
    const bool writable = !is_pending && probe_->writable;
    if (const auto since = outage_.Note(writable, Now())) TellAdmins(*since);
    if (!is_pending) {
        probe_->is_pending = true;
        parts_.readiness.Check([probe = probe_](bool answer) {
            probe->writable = answer;
            probe->is_pending = false;
        });
    }
    return writable;
}

void MailWatch::TellAdmins(Timestamp since) {
    const auto snapshot = parts_.catalogue.Current();
    for (const auto& [id, entry] : snapshot->entries()) TellAdminsOf(*entry, since);
}

void MailWatch::TellAdminsOf(const OperatorEntry& owner, Timestamp since) {
    const Bytes32 mail_key = MailKeyOf(parts_.token_key);
    const Bytes32 unsubscribe_key = UnsubscribeKeyOf(parts_.token_key);
    const MailContext context{.from = parts_.sender->from(),
                              .key = mail_key,
                              .now = Now(),
                              .public_url = parts_.sender->public_url(),
                              .unsubscribe_key = unsubscribe_key};
    for (const catalogue::User& user : owner.records.users) {
        if (!WantsAlarms(user)) continue;
        outbox::Mail mail{.type = outbox::MailType::kLedgerNotWritable,
                          .to = user.email,
                          .values = {{"time", since.ToIso8601()}, {"url", context.public_url}},
                          .expires_at = {}};
        parts_.sender->Send(
            RenderMailTo(context, owner, user, std::move(mail)),
            [address = MaskMailAddress(user.email)](const OutgoingAnswer& answer) { LogAnswer(address, answer); });
    }
}

}  // namespace fairlead::app

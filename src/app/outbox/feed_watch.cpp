#include "app/outbox/feed_watch.hpp"

#include <algorithm>

#include "app/await.hpp"
#include "app/mail/mail_notices.hpp"
#include "app/outbox/audit_notices.hpp"
#include "app/outbox/silent_brands.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

constexpr std::int64_t kLookEveryMax = 60 * kMicrosPerSecond;
// Many operators store the rates of a day on the next one.
constexpr std::int64_t kRateMayWaitMicros = kMicrosPerDay;
constexpr std::int64_t kRemindMicros = 7 * kMicrosPerDay;

bool WantsSilence(const OperatorEntry& owner) {
    for (const outbox::Webhook& webhook : owner.records.webhooks) {
        const auto subscription = SubscriptionOf(webhook);
        if (subscription.active && subscription.Has(outbox::WebhookType::kFeedSilent)) return true;
    }
    return false;
}

}  // namespace

void FeedWatch::Start() {
    if (silent_micros_ == 0 && !sends_mails_) return;
    thread_ = std::jthread([this](const std::stop_token& stop) {
        telemetry::NameThisThread("feed-watch");
        Work(stop);
    });
}

void FeedWatch::Work(const std::stop_token& stop) {
    const std::chrono::microseconds pause(silent_micros_ == 0 ? kLookEveryMax
                                                              : std::min(kLookEveryMax, silent_micros_));
    while (!stop.stop_requested()) {
        telemetry::RunGuarded("feed-watch", [&] {
            const auto snapshot = catalogue_.Current();
            for (const auto& [id, entry] : snapshot->entries()) {
                if (!stop.stop_requested() && Watches(*entry)) Look(id);
            }
        });
        std::unique_lock lock(mutex_);
        stopping_.wait_for(lock, stop, pause, [] { return false; });
    }
}

bool FeedWatch::Watches(const OperatorEntry& owner) const {
    return sends_mails_ || (silent_micros_ != 0 && WantsSilence(owner));
}

void FeedWatch::Look(OperatorId owner) {
    const auto health = Await<FeedHealth>([&](auto done) { records_.ReadHealth(owner, std::move(done)); });
    if (!health) return;
    ReportSilence(owner, *health);
    if (sends_mails_) ReportMissingRates(owner, *health);
}

void FeedWatch::ReportMissingRates(OperatorId owner, const FeedHealth& health) {
    for (const auto& pair : health.unpriced) {
        const std::int64_t now = Now().micros;
        if (now - pair.oldest_event.micros < kRateMayWaitMicros) continue;
        const Timestamp since{now - kRemindMicros};
        const auto entry = RatesMissingEntry(pair.from, pair.to, pair.count, pair.oldest_event);
        const auto [told, is_new] = told_rates_.try_emplace({owner, entry.subject});
        if (!is_new && told->second > since) continue;
        const auto stored =
            Await<Status>([&](auto done) { outbox_.AnnounceOnce(owner, entry, since, {}, std::move(done)); });
        if (stored) told->second = Timestamp{now};
    }
}

void FeedWatch::ReportSilence(OperatorId owner, const FeedHealth& health) {
    for (const auto& [brand, last] : SilentBrands(health, Now(), silent_micros_)) {
        const auto known = reported_.find(brand);
        if (known != reported_.end() && known->second == last) continue;
        const auto stored = Await<Status>(
            [&](auto done) { outbox_.AnnounceOnce(owner, FeedSilentEntry(brand, last), last, {}, std::move(done)); });
        if (stored) reported_[brand] = last;
    }
}

}  // namespace fairlead::app

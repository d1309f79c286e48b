#include "domain/triggers/triggers.hpp"

#include <algorithm>

#include "domain/tracking/origin.hpp"

namespace fairlead::outbox {
namespace {

using commission::Accrual;
using commission::Component;
using commission::Reason;
using events::EventType;

std::vector<Trigger> TriggersOf(EventType type) {
    switch (type) {
        case EventType::kRegistration: return {Trigger::kRegistration};
        case EventType::kFirstDeposit: return {Trigger::kFirstDeposit, Trigger::kDeposit};
        case EventType::kDeposit: return {Trigger::kDeposit};
        case EventType::kChargeback: return {Trigger::kReversal};
        default: return {};
    }
}

// The message of a chargeback already says that the CPA was taken back. Parents get no message of the chargeback.
bool TakesBack(const Accrual& accrual) {
    switch (accrual.reason) {
        case Reason::kReassigned:
        case Reason::kReversed:
        case Reason::kExcluded: return true;
        case Reason::kClawback: return accrual.component == Component::kSubAffiliate;
        default: return false;
    }
}

std::vector<Trigger> TriggersOf(const Accrual& accrual) {
    const bool moves_money = !accrual.amount.amount.IsZero();
    if (TakesBack(accrual)) return moves_money ? std::vector{Trigger::kReversal} : std::vector<Trigger>();
    std::vector<Trigger> triggers;
    if (accrual.IsQualification()) triggers.push_back(Trigger::kQualified);
    if (moves_money && accrual.reason != Reason::kClawback) triggers.push_back(Trigger::kCommission);
    return triggers;
}

bool Fits(const Scope& scope, const std::optional<BrandId>& brand, std::string_view origin) {
    if (scope.brand && scope.brand != brand) return false;
    if (!scope.NeedsOrigin()) return true;
    if (origin.empty()) return false;
    ByteReader reader(origin);
    const tracking::Origin read = tracking::ReadOrigin(reader);
    return (!scope.campaign || scope.campaign == read.campaign) && (!scope.link || scope.link == read.link);
}

// One message for each trigger of each subscription of the affiliate.
void AddMatching(std::span<const Subscription> subscriptions, std::span<const Trigger> triggers,
                 const std::optional<BrandId>& brand, std::string_view origin, Intent intent,
                 std::vector<Intent>& out) {
    for (const Subscription& subscription : subscriptions) {
        intent.destination = subscription.id;
        for (const Trigger trigger : triggers) {
            if (!subscription.Has(trigger) || !Fits(subscription.scope, brand, origin)) continue;
            intent.trigger = trigger;
            out.push_back(intent);
        }
    }
}

void AddForWebhooks(const Subscriptions& subscriptions, WebhookType type, Trigger trigger, Intent intent,
                    std::vector<Intent>& out) {
    intent.trigger = trigger;
    for (const WebhookSubscription& webhook : subscriptions.webhooks()) {
        if (!webhook.Has(type)) continue;
        intent.destination = webhook.id;
        out.push_back(intent);
    }
}

void AddForWebhooks(const Subscriptions& subscriptions, const Accrual& accrual, const Intent& intent,
                    std::vector<Intent>& out) {
    if (accrual.amount.amount.IsZero()) return;
    if (TakesBack(accrual) || accrual.reason == Reason::kClawback) {
        AddForWebhooks(subscriptions, WebhookType::kAccrualReversed, Trigger::kAccrualReversed, intent, out);
    } else {
        AddForWebhooks(subscriptions, WebhookType::kAccrualCreated, Trigger::kAccrualCreated, intent, out);
    }
}

Intent IntentOf(const CountedEvent& event) {
    return {.destination = {}, .player = event.player, .event_seq = event.seq};
}

}  // namespace

void AddMessagesOf(const Subscriptions& subscriptions, const CountedEvent& event, std::vector<Intent>& out) {
    if (event.type == EventType::kRegistration) {
        AddForWebhooks(subscriptions, WebhookType::kPlayerAttributed, Trigger::kPlayerAttributed, IntentOf(event), out);
    }
    const auto own = subscriptions.Of(event.affiliate);
    if (own.empty()) return;
    AddMatching(own, TriggersOf(event.type), event.brand, event.origin, IntentOf(event), out);
}

void AddMessagesOfLeaving(const Subscriptions& subscriptions, const CountedEvent& registration,
                          std::vector<Intent>& out) {
    constexpr std::array kReversals{Trigger::kReversal};
    AddMatching(subscriptions.Of(registration.affiliate), kReversals, registration.brand, registration.origin,
                IntentOf(registration), out);
}

void AddMessagesOf(const Subscriptions& subscriptions, const Accrual& accrual, std::string_view origin,
                   std::vector<Intent>& out) {
    const Intent intent{.destination = {},
                        .player = accrual.player,
                        .event_seq = accrual.event_seq.value_or(0),
                        .accrual = accrual.number};
    AddForWebhooks(subscriptions, accrual, intent, out);
    const auto own = subscriptions.Of(accrual.affiliate);
    if (!own.empty()) AddMatching(own, TriggersOf(accrual), accrual.brand, origin, intent, out);
}

}  // namespace fairlead::outbox

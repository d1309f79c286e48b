#include "ledger/verify/message_check.hpp"

#include <algorithm>
#include <set>

#include "domain/triggers/triggers.hpp"
#include "ledger/outbox/message_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kDroppedBefore("SELECT dropped_before FROM outbox_marks WHERE operator_id = $1");
constexpr Sql kOriginNow(
    "SELECT origin, affiliate_id FROM players WHERE operator_id = $1 AND player_id = $2 AND affiliate_id = $3"
    " AND NOT EXISTS (SELECT 1 FROM attributions a WHERE a.operator_id = $1 AND a.player_id = $2"
    " AND a.decided_at > $4)");
constexpr Sql kCountMessages(
    "SELECT count(*) FROM outbox_messages WHERE operator_id = $1 AND created_at >= $2 AND content IS NULL");

std::string DescribeIntent(const outbox::Intent& intent) {
    return std::string(outbox::Name(intent.trigger)) + " to destination " + intent.destination.ToString() +
           " for event number " + std::to_string(intent.event_seq) +
           (intent.accrual == 0 ? std::string() : " and accrual " + std::to_string(intent.accrual));
}

outbox::Intent IntentOf(const MessageRow& row) {
    return {.destination = row.destination,
            .trigger = FromName<outbox::Trigger>(outbox::kMessageTypeNames, row.type),
            .player = row.player,
            .event_seq = row.event_seq,
            .accrual = row.accrual};
}

bool NeedsOrigin(std::span<const outbox::Subscription> subscriptions) {
    return std::ranges::any_of(subscriptions, [](const auto& each) { return each.scope.NeedsOrigin(); });
}

// Subscriptions to a campaign or link are compared only if the origin at that time is still known.
void DropUnknown(std::span<const outbox::Subscription> own, std::vector<outbox::Intent>& intents) {
    std::erase_if(intents, [&](const outbox::Intent& intent) {
        const auto found = std::ranges::find(own, intent.destination, &outbox::Subscription::id);
        return found != own.end() && found->scope.NeedsOrigin();
    });
}

}  // namespace

Status MessageCheck::Load() {
    if (dropped_before_) return {};
    const auto rows = TRY(connection_.Query(kDroppedBefore, {Value::Of(owner_)}));
    dropped_before_ = rows.empty() ? Timestamp{0} : rows.Time(0);
    const auto count = TRY(connection_.Query(kCountMessages, {Value::Of(owner_), Value::Of(*dropped_before_)}));
    stored_count_ = count.Integer(0);
    return {};
}

// The player's origin at the time of the commit. Empty if the player has another one since: only the newest is kept.
Result<std::string> MessageCheck::OriginOf(const std::optional<PlayerId>& player, AffiliateId affiliate,
                                           Timestamp recorded_at) {
    if (!player) return std::string();
    const auto rows = TRY(connection_.Query(
        kOriginNow, {Value::Of(owner_), Value::Of(*player), Value::Of(affiliate), Value::Of(recorded_at)}));
    return rows.empty() ? std::string() : rows.String(0, kOriginNow["origin"]);
}

Status MessageCheck::Check(Timestamp recorded_at, const outbox::Subscriptions& subscriptions,
                           std::span<const commission::Replay::Counted> counted,
                           std::span<const commission::Accrual> accruals) {
    TRY(Load());
    const bool none_expected = subscriptions.empty() || (counted.empty() && accruals.empty());
    if (recorded_at < *dropped_before_ || (none_expected && stored_count_ == 0)) return {};
    std::vector<outbox::Intent> expected;
    std::vector<outbox::Intent> stored;
    std::set<AffiliateId> unknown;  // Affiliates with a message for which the origin of the player is unknown.
    for (const MessageRow& row : TRY(ReadMessagesOfCommit(connection_, owner_, recorded_at))) {
        if (row.content.empty()) stored.push_back(IntentOf(row));
    }
    compared_ += std::ssize(stored);
    for (const auto& event : counted) {
        const auto own = subscriptions.Of(event.affiliate);
        std::string origin;
        if (NeedsOrigin(own)) origin = TRY(OriginOf(event.player, event.affiliate, recorded_at));
        const outbox::CountedEvent one{event.seq, event.player, event.affiliate, event.type, event.brand, origin};
        if (event.left) {
            AddMessagesOfLeaving(subscriptions, one, expected);
        } else {
            AddMessagesOf(subscriptions, one, expected);
        }
        if (origin.empty()) unknown.insert(event.affiliate);
    }
    for (const commission::Accrual& accrual : accruals) {
        const auto own = subscriptions.Of(accrual.affiliate);
        if (NeedsOrigin(own)) unknown.insert(accrual.affiliate);
        AddMessagesOf(subscriptions, accrual, {}, expected);
    }
    for (const AffiliateId affiliate : unknown) {
        DropUnknown(subscriptions.Of(affiliate), expected);
        DropUnknown(subscriptions.Of(affiliate), stored);
    }
    Compare(std::move(expected), std::move(stored), recorded_at);
    return {};
}

void MessageCheck::Compare(std::vector<outbox::Intent> expected, std::vector<outbox::Intent> stored,
                           Timestamp recorded_at) {
    std::ranges::sort(expected);
    std::ranges::sort(stored);
    std::vector<outbox::Intent> missing;
    std::vector<outbox::Intent> superfluous;
    std::ranges::set_difference(expected, stored, std::back_inserter(missing));
    std::ranges::set_difference(stored, expected, std::back_inserter(superfluous));
    const std::string when = " in the commit of " + recorded_at.ToIso8601();
    for (const auto& intent : missing) differs_("the message " + DescribeIntent(intent) + when + " is missing");
    for (const auto& intent : superfluous) {
        differs_("the message " + DescribeIntent(intent) + when + " has no cause, or is there twice");
    }
}

Status MessageCheck::Finish(std::int64_t& count) {
    TRY(Load());
    if (stored_count_ != compared_) {
        differs_(std::to_string(stored_count_ - compared_) + " messages belong to no commit");
    }
    count += compared_;
    return {};
}

}  // namespace fairlead::ledger

#include "ledger/commission/reassigning.hpp"

#include <map>
#include <ranges>

#include "base/text/json_text.hpp"
#include "domain/reassign/reassign.hpp"
#include "ledger/engine/all_numbers.hpp"
#include "ledger/record/accrual_rows.hpp"
#include "ledger/record/attribution_rows.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/record/player_rows.hpp"
#include "ledger/record/unpriced_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/transaction/player_aliases.hpp"

namespace fairlead::ledger {
namespace {

using commission::PlayerEvent;

// Stores the effects of a player's move to another affiliate, or to none: the facts in reports and the accruals.
class StoredMove {
public:
    // `since` is the time since which the player belongs to its current affiliate.
    StoredMove(OperatorTransaction& transaction, const PlayerRow& row, const std::optional<tracking::Origin>& origin,
               Timestamp since)
        : transaction_(transaction),
          row_(row),
          affiliate_(origin ? std::optional(origin->affiliate) : std::nullopt),
          origin_(origin ? EncodeOrigin(*origin) : std::string()),
          since_(since) {}

    Status Run() {
        return InOrder([&] { return LoadEvents(); }, [&] { return LoadAccruals(); }, [&] { return Move(); });
    }

private:
    Status LoadEvents() {
        const OperatorId owner = transaction_.moment.owner;
        const auto seqs = TRY(EventNumbersOf(transaction_.connection, transaction_.index, owner, row_.record.id));
        events_ = TRY(ReadEvents(transaction_.connection, owner, seqs));
        std::erase_if(events_, [&](const ReadEventRow& row) { return row.player != row_.record.id; });
        for (const ReadEventRow& row : events_) by_seq_[row.seq] = &row.stored.event;
        return {};
    }

    Status LoadAccruals() {
        std::vector<std::int64_t> seqs;
        for (const auto& [seq, event] : by_seq_) seqs.push_back(seq);
        auto loaded = TRY(ReadAccrualsOfPlayer(transaction_.connection, transaction_.index, transaction_.moment.owner,
                                               row_.record.id, seqs));
        for (ReadAccrualRow& row : loaded) {
            if (row.recorded_at < since_) ++before_stay_;
            accruals_.push_back(std::move(row.accrual));
        }
        return {};
    }

    Status Move() {
        const auto before = TRY(ReadPlayerState(row_.commission));
        auto state = before;
        TRY(row_.affiliate == affiliate_ ? MoveRewards() : MoveEarnings(state));
        MoveFacts(before, state);
        return {};
    }

    void MoveFacts(const commission::PlayerState& state_before, const commission::PlayerState& state_after) {
        const events::StoredPlayer before{.id = row_.record.id,
                                          .milestones = {.registered = true},
                                          .country = row_.record.country,
                                          .origin = row_.origin};
        events::StoredPlayer after = before;
        after.origin = origin_;
        for (const ReadEventRow& row : events_) {
            const events::Event& event = row.stored.event;
            const bool repeated = row_.IsRepeated(row.seq, event.type);
            facts::EventFact left = FactOf(event, before, repeated, row.ngr_delta).Reversed();
            facts::EventFact joined = FactOf(event, after, repeated, row.ngr_delta);
            if (row_.affiliate) left.deal = ShownDeal(state_before, row.seq);
            if (affiliate_) joined.deal = ShownDeal(state_after, row.seq);
            transaction_.facts.AddEvent(left);
            transaction_.facts.AddEvent(joined);
        }
    }

    Status MoveEarnings(commission::PlayerState& state) {
        CommissionWriter commission(transaction_);
        const auto* qualified = row_.affiliate ? commission::FindQualification(state, accruals_) : nullptr;
        if (qualified != nullptr) commission.TakeBackQualification(*qualified, CauseOf(*qualified, row_.origin));
        const auto unpriced = TRY(LoadUnpriced());
        const auto dropped =
            commission::MoveEarnings(commission.engine(), MoveOf(unpriced), state, [&](const PlayerEvent* event) {
                CountMessages(commission, event);
                commission.Collect([&](const commission::Accrual& accrual) {
                    return event == nullptr ? CauseOf(accrual, row_.origin) : CauseOf(*by_seq_.at(event->seq), origin_);
                });
            });
        const OperatorId owner = transaction_.moment.owner;
        return InOrder([&] { return DeleteUnpriced(transaction_.connection, owner, dropped); },
                       [&] { return commission.Store(); },
                       [&] { return StorePlayerStates(transaction_.connection, owner, {{row_.record.id, state}}); });
    }

    Result<std::vector<commission::LeftUnpriced>> LoadUnpriced() const {
        const OperatorId owner = transaction_.moment.owner;
        std::vector<commission::LeftUnpriced> left;
        const auto rows = TRY(ReadUnpricedOfPlayer(transaction_.connection, owner, row_.record.id));
        for (const UnpricedRow& row : rows) {
            left.push_back({row.number, row.source, row.affiliate, row.deal, row.version, row.to,
                            PercentOf(row, transaction_.cache.plan())});
        }
        return left;
    }

    // Adds the messages: to the previous affiliate that the registration no longer counts for it, and to the new
    // affiliate about every event.
    void CountMessages(CommissionWriter& commission, const PlayerEvent* event) const {
        outbox::CountedEvent counted{.seq = row_.registration_seq,
                                     .player = row_.record.id,
                                     .affiliate = event == nullptr ? *row_.affiliate : *affiliate_,
                                     .type = events::EventType::kRegistration,
                                     .brand = row_.record.brand,
                                     .origin = origin_};
        if (event != nullptr) {
            counted.seq = event->seq;
            counted.type = event->type;
            return commission.CountEvent(counted);
        }
        counted.origin = row_.origin;
        commission.CountLeaving(counted);
    }

    commission::PlayerMove MoveOf(std::span<const commission::LeftUnpriced> unpriced) const {
        commission::PlayerMove move{
            .player = {row_.record.id, row_.record.brand, row_.record.country, {}, *row_.record.registered_at},
            .from = row_.affiliate,
            .to = affiliate_,
            .events = {},
            .accruals = accruals_,
            .unpriced = unpriced};
        for (const ReadEventRow& row : events_) {
            const events::Event& event = row.stored.event;
            if (row_.IsRepeated(row.seq, event.type)) continue;
            move.events.push_back(commission::PlayerEventOf(row.seq, event, row.ngr_delta));
        }
        return move;
    }

    // If the affiliate does not change, its accruals do not change either, but reports show them under the new link.
    // Accruals from before the player came to this affiliate stay under their old link.
    Status MoveRewards() {
        for (const commission::Accrual& accrual : accruals_ | std::views::drop(before_stay_)) {
            if (!commission::FollowsTheLink(accrual, *affiliate_)) continue;
            facts::RewardFact fact = FactOf(accrual, CauseOf(accrual, row_.origin));
            const facts::RewardFact moved = FactOf(accrual, CauseOf(accrual, origin_));
            fact.amount = -fact.amount;
            fact.qualified = -fact.qualified;
            transaction_.facts.AddReward(fact);
            transaction_.facts.AddReward(moved);
        }
        return {};
    }

    PaidFor CauseOf(const commission::Accrual& accrual, std::string_view origin) const {
        const auto event = by_seq_.find(accrual.event_seq.value_or(0));
        if (event != by_seq_.end()) return CauseOf(*event->second, origin);
        return {.player = row_.record.id,
                .country = row_.record.country,
                .origin = origin,
                .product = {},
                .game = {},
                .of_others_event = true};
    }
    PaidFor CauseOf(const events::Event& event, std::string_view origin) const {
        return {row_.record.id, row_.record.country, origin, event.product, event.game};
    }

    OperatorTransaction& transaction_;
    const PlayerRow& row_;
    std::optional<AffiliateId> affiliate_;  // This and the next one are empty if the player becomes organic.
    std::string origin_;
    std::vector<ReadEventRow> events_;
    std::map<std::int64_t, const events::Event*> by_seq_;
    std::vector<commission::Accrual> accruals_;  // Ordered by number.
    Timestamp since_;
    std::size_t before_stay_ = 0;  // The number of accruals recorded before `since_`.
};

Timestamp StartOfStay(std::span<const app::AttributionRecord> decisions) {
    std::vector<commission::Assignment> assignments;
    for (const auto& decision : decisions) assignments.push_back({decision.decided_at, decision.affiliate});
    return commission::StartOfStay(assignments);
}

std::string ReassignmentAuditText(const std::optional<AffiliateId>& affiliate, const std::optional<LinkId>& link,
                                  std::string_view reason) {
    const auto text_of = [](const auto& id) { return id ? "\"" + id->ToString() + "\"" : std::string("null"); };
    std::string text = R"({"affiliateId":)" + text_of(affiliate) + R"(,"linkId":)" + text_of(link);
    if (!reason.empty()) {
        text += ",\"reason\":";
        AppendJsonString(text, reason);
    }
    return text + "}";
}

std::string TooManyEvents(const app::Reassignment& reassignment) {
    return "the player has more than " + std::to_string(reassignment.events_max) +
           " events, which cannot be moved at once. Correct the commission with adjustments";
}

}  // namespace

Status Reassign(LockedOperator& locked, const app::Reassignment& reassignment) {
    OperatorTransaction& transaction = locked.transaction();
    Connection& connection = transaction.connection;
    const OperatorId owner = reassignment.owner;
    const auto player = TRY(FindPlayer(connection, owner, reassignment.player));
    if (player.registration_seq == 0) return Fail(ErrorCode::kConflict, "the player has not registered yet");
    const auto decisions = TRY(ReadAttributions(connection, owner, reassignment.player));
    const auto& origin = reassignment.origin;
    const auto affiliate = origin ? std::optional(origin->affiliate) : std::nullopt;
    const bool is_new = decisions.back().affiliate != affiliate;
    if (!is_new && !affiliate) return Fail(ErrorCode::kConflict, "the player has no affiliate", "/affiliateId");
    // If the registration named the click, the affiliate was decided when the registration was recorded.
    const bool by_hand = !reassignment.click;
    if (is_new && by_hand && affiliate && transaction.cache.plan().suspended().contains(*affiliate)) {
        return Fail(ErrorCode::kConflict, "is suspended. A suspended affiliate gets no new players", "/affiliateId");
    }
    if (by_hand) {
        const auto events = TRY(EventNumbersOf(connection, transaction.index, owner, reassignment.player));
        if (events.size() > reassignment.events_max) return Fail(ErrorCode::kConflict, TooManyEvents(reassignment));
    }

    transaction.cache.players().Clear();
    const auto& before = decisions.back();
    const app::AuditEntry audit{
        .actor = reassignment.actor,
        .action = "player.reassign",
        .subject = "player/" + reassignment.player.ToString(),
        .before = ReassignmentAuditText(before.affiliate, before.link, {}),
        .after = ReassignmentAuditText(affiliate, origin ? origin->link : std::nullopt, reassignment.reason)};
    const commission::Change change = commission::PlayerReassigned{reassignment.player, before.affiliate, affiliate};
    std::vector<BroughtPlayer> brought;
    if (affiliate) brought.push_back({reassignment.player, *affiliate});
    return InOrder(
        [&] { return is_new ? locked.StoreChanges(std::span(&change, 1)) : Status(); },
        [&] { return StoredMove(transaction, player, origin, StartOfStay(decisions)).Run(); },
        [&] { return StoreReassignment(connection, reassignment, before.number + 1, transaction.moment.recorded_at); },
        [&] { return StoreAliases(transaction, brought); },
        [&] { return InsertAudit(connection, transaction.moment, transaction.record, audit); });
}

}  // namespace fairlead::ledger

#include "ledger/transaction/commission_writer.hpp"

#include "ledger/outbox/message_rows.hpp"
#include "ledger/record/accrual_rows.hpp"
#include "ledger/record/group_rows.hpp"
#include "ledger/record/unpriced_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/transaction/later_deposits.hpp"

namespace fairlead::ledger {
namespace {

using commission::Accrual;
using commission::Component;

constexpr Sql kSetCommission("UPDATE players SET commission = $1 WHERE operator_id = $2 AND player_id = $3");
constexpr Sql kDimensions("SELECT country, origin FROM players WHERE operator_id = $1 AND player_id = $2");

commission::Player PlayerOf(const events::StoredPlayer& stored, BrandId brand) {
    return {stored.id, brand, stored.country, *stored.affiliate, stored.registered_at};
}

std::int64_t SeqOf(const events::PaidEvent& paid, const OperatorMoment& moment) {
    return paid.stored_seq != 0 ? paid.stored_seq : moment.SeqOfNew(paid.accepted_index);
}

commission::PlayerEvent EventOf(const events::PaidEvent& paid, const OperatorMoment& moment) {
    commission::PlayerEvent event = commission::PlayerEventOf(SeqOf(paid, moment), *paid.event, paid.ngr_delta);
    event.in_order = !paid.waited;
    return event;
}

}  // namespace

facts::RewardFact FactOf(const Accrual& accrual, const PaidFor& cause) {
    return {.component = accrual.component,
            .time = accrual.event_time,
            .amount = accrual.amount,
            .qualified = accrual.IsQualification() ? 1 : 0,
            .deal = accrual.deal,
            .version = accrual.version,
            .brand = accrual.brand.value_or(BrandId{}),
            .player = accrual.player.value_or(PlayerId{}),
            .country = cause.country,
            .product = cause.product,
            .game = cause.game,
            .origin = cause.origin,
            .period = accrual.period.ToString()};
}

Result<commission::PlayerState> ReadPlayerState(std::string_view bytes) {
    const auto state = commission::DecodePlayerState(bytes);
    if (!state) return Fail(ErrorCode::kLedgerFailed, "the commission state of a player cannot be read");
    return *state;
}

Status StorePlayerStates(Connection& connection, OperatorId owner,
                         const std::map<PlayerId, commission::PlayerState>& states) {
    if (states.empty()) return {};
    ParameterRows parameters(3);
    for (const auto& [player, state] : states) {
        const std::string_view bytes = parameters.Keep(EncodePlayerState(state));
        parameters.Add({Value::Of(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size())),
                        Value::Of(owner), Value::Of(player)});
    }
    return connection.RunEach(kSetCommission, parameters);
}

void CommissionWriter::Add(Accrual accrual, const PaidFor& cause) {
    const bool of_other = accrual.player && *accrual.player != cause.player;
    if (of_other || cause.of_others_event) by_others_events_.push_back(accruals_.size());
    if (of_other) {
        of_others_.push_back(accruals_.size());
    } else {
        AddFact(accrual, cause);
    }
    if (!subscriptions_.empty()) {
        const bool by_other = of_other || cause.of_others_event;
        AddMessagesOf(subscriptions_, accrual, by_other ? std::string_view() : cause.origin, messages_);
    }
    accruals_.push_back(std::move(accrual));
}

void CommissionWriter::AddFact(const Accrual& accrual, const PaidFor& cause) {
    if (!accrual.IsShown() && !accrual.IsQualification()) return;
    if (accrual.component != Component::kSubAffiliate && accrual.player) {
        return transaction_.facts.AddReward(FactOf(accrual, cause));
    }
    // A parent's share, a fixed fee and the re-rating of a brand have an affiliate, but no other origin.
    PaidFor whose = accrual.player ? cause : PaidFor();
    const std::string origin = tracking::EncodeOrigin({.affiliate = accrual.affiliate});
    whose.origin = origin;
    transaction_.facts.AddReward(FactOf(accrual, whose));
}

void CommissionWriter::TakeBackQualification(const Accrual& accrual, const PaidFor& cause) {
    if (!accrual.IsQualification()) return;
    facts::RewardFact fact = FactOf(accrual, cause);
    fact.amount.amount = Decimal();
    fact.qualified = -1;
    transaction_.facts.AddReward(fact);
}

// Re-rated players have dimensions of their own, which are read from their rows.
Status CommissionWriter::AddFactsOfOthers() {
    if (of_others_.empty()) return {};
    ParameterRows parameters(2);
    for (const std::size_t index : of_others_) {
        parameters.Add({Value::Of(transaction_.moment.owner), Value::Of(*accruals_[index].player)});
    }
    const auto rows = TRY(transaction_.connection.QueryEach(kDimensions, parameters));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Accrual& accrual = accruals_[of_others_[rows.SourceOf(i)]];
        AddFact(accrual, {.player = *accrual.player,
                          .country = rows.Text(i, kDimensions["country"]),
                          .origin = rows.Text(i, kDimensions["origin"])});
    }
    return {};
}

Status CommissionWriter::AddPostings() {
    std::vector<Posting> postings;
    const OperatorId owner = transaction_.moment.owner;
    auto next_other = by_others_events_.begin();
    for (std::size_t i = 0; i < accruals_.size(); ++i) {
        const bool by_other = next_other != by_others_events_.end() && *next_other == i;
        if (by_other) ++next_other;
        AddPostingsOf(owner, accruals_[i], by_other, postings);
    }
    return transaction_.index.AddAccruals(transaction_.connection, owner, accruals_.back().number, postings);
}

Status CommissionWriter::Store() {
    auto& [connection, index, moment, cache, record, facts] = transaction_;
    if (!cache.loaded()) return cache.loaded();
    for (const Accrual& accrual : accruals_) record.AddAccrual(accrual);
    for (std::size_t i = 0; i < unpriced_.size(); ++i) record.AddUnpriced();
    auto changes = cache.groups().TakeChanges();
    return InOrder([&] { return InsertAccruals(connection, moment.owner, moment.recorded_at, accruals_); },
                   [&] { return accruals_.empty() ? Status() : AddPostings(); },
                   [&] { return InsertUnpriced(connection, moment.owner, moment.recorded_at, unpriced_); },
                   [&] { return StoreGroups(connection, moment.owner, cache.groups(), changes); },
                   [&] { return AddFactsOfOthers(); }, [&] { return StoreMessages(); });
}

Status CommissionWriter::StoreMessages() {
    if (messages_.empty()) return {};
    const OperatorMoment& moment = transaction_.moment;
    TRY(InsertMessages(transaction_.connection, moment.owner, moment.recorded_at, transaction_.record.messages(),
                       messages_));
    transaction_.record.AddMessages(messages_.size());
    for (const outbox::Intent& message : messages_) transaction_.record.AddDestination(message.destination);
    return {};
}

Result<std::vector<std::optional<std::string>>> PayForBatch(OperatorTransaction& transaction,
                                                            CommissionWriter& commission,
                                                            const events::IngestOutcome& outcome) {
    const OperatorMoment& moment = transaction.moment;
    std::vector<std::optional<commission::PlayerState>> known(outcome.players.size());
    std::vector<bool> changed(outcome.players.size());
    commission.Expect(outcome.paid.size());
    for (const events::PaidEvent& paid : outcome.paid) {
        const events::StoredPlayer& player = outcome.players[paid.player].player;
        auto& state = known[paid.player];
        if (!state) {
            auto read = TRY(ReadPlayerState(player.commission));
            state = std::move(read);
        }
        const events::Event& event = *paid.event;
        const commission::PlayerEvent recorded = EventOf(paid, moment);
        commission.CountEvent(
            {recorded.seq, player.id, *player.affiliate, event.type, event.brand, std::string_view(player.origin)});
        TRY(ReadLaterDeposits(transaction, player.id, event.type, *state));
        if (commission.engine().OnEvent(PlayerOf(player, event.brand), *state, recorded)) {
            changed[paid.player] = true;
        }
        commission.Collect([&](const Accrual&) {
            return PaidFor{player.id, player.country, player.origin, event.product, event.game};
        });
    }
    const auto deal_of = [&](const events::PaidEvent& event) {
        const auto& state = known[event.player];
        return state ? commission::ShownDeal(*state, SeqOf(event, moment)) : DealId{};
    };
    AddFacts(outcome, deal_of, commission.facts());
    std::vector<std::optional<std::string>> states(known.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (changed[i]) states[i] = EncodePlayerState(*known[i]);
    }
    return states;
}

}  // namespace fairlead::ledger

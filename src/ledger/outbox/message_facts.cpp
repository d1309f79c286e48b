#include "ledger/outbox/message_facts.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "domain/tracking/origin.hpp"
#include "ledger/engine/all_numbers.hpp"
#include "ledger/record/accrual_rows.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/in_order.hpp"

namespace fairlead::ledger {
namespace {

using events::EventType;

constexpr Sql kAffiliateOfPostback("SELECT affiliate_id FROM postbacks WHERE operator_id = $1 AND postback_id = $2");
constexpr Sql kPlayerOfMessage(
    "SELECT country, origin, brand_id, affiliate_id, external_ref FROM players WHERE operator_id = $1 AND player_id = "
    "$2");
constexpr Sql kDecisionsForPlayer(
    "SELECT number, decided_at, click_id, affiliate_id, link_id FROM attributions WHERE operator_id = $1"
    " AND player_id = $2");

template <class Key, class Mapped>
const Mapped* FindIn(const std::map<Key, Mapped>& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
}

std::string_view OwnOrigin(const ResultRows& rows, std::size_t row, AffiliateId affiliate) {
    const bool own = ReadId<AffiliateId>(rows, row, kPlayerOfMessage["affiliate_id"]) == affiliate;
    return own ? rows.Text(row, kPlayerOfMessage["origin"]) : std::string_view();
}

// Reads everything in bulk, then puts the facts of each message together.
class FactReader {
public:
    FactReader(Connection& connection, LedgerIndex& index, OperatorId owner, std::span<const MessageRow> messages)
        : connection_(connection), index_(index), owner_(owner), messages_(messages), facts_(messages.size()) {}

    Result<std::vector<app::MessageFacts>> Run() {
        TRY(InOrder([&] { return LoadAffiliates(); }, [&] { return LoadAccruals(); }, [&] { return LoadEvents(); },
                    [&] { return LoadPlayers(); }, [&] { return LoadDecisions(); }));
        for (std::size_t i = 0; i < messages_.size(); ++i) TRY(Complete(messages_[i], facts_[i]));
        return std::move(facts_);
    }

private:
    Status LoadAffiliates() {
        ParameterRows parameters(2);
        for (const MessageRow& message : messages_) {
            parameters.Add({Value::Of(owner_), Value::Of(message.destination)});
        }
        const auto rows = TRY(connection_.QueryEach(kAffiliateOfPostback, parameters));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            facts_[rows.SourceOf(i)].affiliate = rows.Identifier<AffiliateId>(i);
        }
        return {};
    }

    Status LoadAccruals() {
        std::vector<std::int64_t> numbers;
        for (const MessageRow& message : messages_) {
            if (message.accrual != 0) numbers.push_back(message.accrual);
        }
        TRY(AddAccruals(numbers));
        for (std::size_t i = 0; i < messages_.size(); ++i) {
            const auto* row = FindIn(accruals_, messages_[i].accrual);
            if (row != nullptr && IsOfWebhook(messages_[i])) facts_[i].affiliate = row->accrual.affiliate;
        }
        std::vector<std::int64_t> reversed;
        for (const auto& [number, row] : accruals_) {
            if (row.accrual.reverses) reversed.push_back(*row.accrual.reverses);
        }
        return AddAccruals(reversed);
    }

    Status AddAccruals(const std::vector<std::int64_t>& numbers) {
        if (numbers.empty()) return {};
        auto rows = TRY(ReadAccrualsByNumber(connection_, owner_, numbers));
        for (ReadAccrualRow& row : rows) accruals_.insert_or_assign(row.accrual.number, std::move(row));
        return {};
    }

    Status LoadEvents() {
        std::vector<std::int64_t> seqs;
        std::vector<std::int64_t> alone;  // Events that are the cause themselves.
        for (const MessageRow& message : messages_) {
            if (message.event_seq != 0) seqs.push_back(message.event_seq);
            if (message.event_seq != 0 && message.accrual == 0) alone.push_back(message.event_seq);
        }
        for (const auto& [number, row] : accruals_) {
            if (row.accrual.event_seq) seqs.push_back(*row.accrual.event_seq);
        }
        TRY(AddEvents(seqs));
        if (alone.empty()) return {};
        // Several messages can have the same event, whose commission must not be added up twice.
        std::ranges::sort(alone);
        alone.erase(std::ranges::unique(alone).begin(), alone.end());
        auto paid = TRY(ReadAccrualsOfEvents(connection_, owner_, alone));
        for (ReadAccrualRow& row : paid) paid_[row.accrual.event_seq.value_or(0)].push_back(std::move(row));
        return {};
    }

    Status AddEvents(std::vector<std::int64_t> seqs) {
        std::ranges::sort(seqs);
        seqs.erase(std::ranges::unique(seqs).begin(), seqs.end());
        if (seqs.empty()) return {};
        auto rows = TRY(ReadEvents(connection_, owner_, seqs));
        for (ReadEventRow& row : rows) events_.insert_or_assign(row.seq, std::move(row));
        return {};
    }

    Status LoadPlayers() {
        const auto rows = TRY(connection_.QueryEach(kPlayerOfMessage, OfPlayers()));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            app::MessageFacts& facts = facts_[with_player_[rows.SourceOf(i)]];
            facts.country = rows.String(i, kPlayerOfMessage["country"]);
            facts.brand = rows.Identifier<BrandId>(i, kPlayerOfMessage["brand_id"]);
            // The operator may see its own references.
            const bool for_operator = IsOfWebhook(messages_[with_player_[rows.SourceOf(i)]]);
            if (for_operator) facts.player_ref = rows.String(i, kPlayerOfMessage["external_ref"]);
            facts.origin = OwnOrigin(rows, i, facts.affiliate);
        }
        return {};
    }

    static bool IsOfWebhook(const MessageRow& message) { return message.kind == outbox::DestinationKind::kWebhook; }

    // Whether the message tells the operator whom a player was attributed to, at that time.
    static bool IsAboutDecision(const MessageRow& message) { return IsOfWebhook(message) && message.accrual == 0; }

    // For a message about an affiliate, its last decision counts: the player may belong to another one since.
    Status LoadDecisions() {
        const auto rows = TRY(connection_.QueryEach(kDecisionsForPlayer, OfPlayers()));
        std::vector<std::int64_t> newest(messages_.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::size_t index = with_player_[rows.SourceOf(i)];
            app::MessageFacts& facts = facts_[index];
            const auto affiliate = ReadId<AffiliateId>(rows, i, kDecisionsForPlayer["affiliate_id"]);
            const bool counts = IsAboutDecision(messages_[index]) ? rows.Time(i, kDecisionsForPlayer["decided_at"]) <=
                                                                        messages_[index].place.created_at
                                                                  : affiliate == facts.affiliate;
            const std::int64_t number = rows.Integer(i, kDecisionsForPlayer["number"]);
            if (!counts || number < newest[index]) continue;
            newest[index] = number;
            facts.affiliate = affiliate.value_or(AffiliateId());
            facts.click = ReadId<ClickId>(rows, i, kDecisionsForPlayer["click_id"]);
            if (!facts.origin.empty()) continue;
            facts.origin = tracking::EncodeOrigin(
                {.affiliate = facts.affiliate, .link = ReadId<LinkId>(rows, i, kDecisionsForPlayer["link_id"])});
        }
        return {};
    }

    ParameterRows OfPlayers() {
        ParameterRows parameters(2);
        with_player_.clear();
        for (std::size_t i = 0; i < messages_.size(); ++i) {
            if (!messages_[i].player) continue;
            parameters.Add({Value::Of(owner_), Value::Of(*messages_[i].player)});
            with_player_.push_back(i);
        }
        return parameters;
    }

    Status Complete(const MessageRow& message, app::MessageFacts& facts) {
        facts.player = message.player;
        facts.time = message.place.created_at;
        if (message.accrual != 0) return CompleteAccrual(message, facts);
        const ReadEventRow* event = FindIn(events_, message.event_seq);
        if (event == nullptr) return {};
        AddEvent(*event, facts);
        AddCommission(message.event_seq, facts);
        if (message.type != outbox::Name(outbox::Trigger::kReversal)) return {};
        if (event->stored.event.type != EventType::kChargeback) {
            facts.reverses = event->stored.id;
            // The player has left. What it earned is taken back by messages about the accruals.
            facts.commission.reset();
            return {};
        }
        facts.reverses = TRY(FindDeposit(*event));
        return {};
    }

    Status CompleteAccrual(const MessageRow& message, app::MessageFacts& facts) {
        const ReadAccrualRow* row = FindIn(accruals_, message.accrual);
        if (row == nullptr) return {};
        const commission::Accrual& accrual = row->accrual;
        if (const auto* event = FindIn(events_, accrual.event_seq.value_or(0))) AddEvent(*event, facts);
        facts.time = accrual.event_time;
        facts.accrual = commission::AccrualIdOf(owner_, accrual.number, row->recorded_at);
        facts.commission = accrual.amount;
        facts.component = commission::Name(accrual.component);
        facts.reason = commission::Name(accrual.reason);
        if (accrual.brand) facts.brand = accrual.brand;
        const ReadAccrualRow* reversed = FindIn(accruals_, accrual.reverses.value_or(0));
        if (reversed == nullptr) return {};
        facts.reverses_accrual = commission::AccrualIdOf(owner_, reversed->accrual.number, reversed->recorded_at);
        const auto* event = FindIn(events_, reversed->accrual.event_seq.value_or(0));
        if (event != nullptr) facts.reverses = event->stored.id;
        return {};
    }

    static void AddEvent(const ReadEventRow& row, app::MessageFacts& facts) {
        facts.event = row.stored.id;
        facts.time = row.stored.event.time;
        facts.money = row.stored.event.money;
        facts.brand = row.stored.event.brand;
    }

    // What the affiliate earns by the event. A player that left and came back earns it again, so only the last stay
    // counts.
    void AddCommission(std::int64_t seq, app::MessageFacts& facts) const {
        const auto* paid = FindIn(paid_, seq);
        if (paid == nullptr) return;
        bool left = false;
        for (const ReadAccrualRow& row : *paid) {
            const commission::Accrual& accrual = row.accrual;
            if (accrual.affiliate != facts.affiliate || accrual.reason == commission::Reason::kReversed) continue;
            if (accrual.reason == commission::Reason::kReassigned) {
                left = true;
                continue;
            }
            if (std::exchange(left, false)) facts.commission.reset();
            if (!facts.commission) {
                facts.commission = accrual.amount;
            } else if (facts.commission->currency == accrual.amount.currency) {
                facts.commission->amount = facts.commission->amount + accrual.amount.amount;
            }
        }
    }

    // The newest deposit of the same amount before the chargeback. An event does not say which deposit it takes back.
    Result<std::optional<EventId>> FindDeposit(const ReadEventRow& chargeback) {
        const auto seqs = TRY(EventNumbersOf(connection_, index_, owner_, chargeback.player));
        const auto rows = TRY(ReadEvents(connection_, owner_, seqs));
        std::optional<EventId> found;
        for (const ReadEventRow& row : rows) {
            const events::Event& event = row.stored.event;
            const bool deposit = event.type == EventType::kFirstDeposit || event.type == EventType::kDeposit;
            if (row.player != chargeback.player || !deposit || event.time > chargeback.stored.event.time) continue;
            if (event.money == chargeback.stored.event.money) found = row.stored.id;
        }
        return found;
    }

    Connection& connection_;
    LedgerIndex& index_;
    OperatorId owner_;
    std::span<const MessageRow> messages_;
    std::vector<app::MessageFacts> facts_;
    std::vector<std::size_t> with_player_;  // The messages that have a player.
    std::map<std::int64_t, ReadAccrualRow> accruals_;
    std::map<std::int64_t, ReadEventRow> events_;
    std::map<std::int64_t, std::vector<ReadAccrualRow>> paid_;  // By the number of their event.
};

}  // namespace

Result<std::vector<app::MessageFacts>> ReadMessageFacts(Connection& connection, LedgerIndex& index, OperatorId owner,
                                                        std::span<const MessageRow> messages) {
    if (messages.empty()) return std::vector<app::MessageFacts>();
    return FactReader(connection, index, owner, messages).Run();
}

Result<std::vector<MessageCause>> ReadMessageCauses(Connection& connection, OperatorId owner,
                                                    std::span<const MessageRow> messages) {
    std::vector<std::int64_t> seqs;
    std::vector<std::int64_t> numbers;
    for (const MessageRow& message : messages) {
        if (message.event_seq != 0) seqs.push_back(message.event_seq);
        if (message.accrual != 0) numbers.push_back(message.accrual);
    }
    std::map<std::int64_t, EventId> events;
    for (const auto& row : TRY(ReadEvents(connection, owner, seqs))) events.emplace(row.seq, row.stored.id);
    std::map<std::int64_t, MessageCause> accruals;
    for (const auto& row : TRY(ReadAccrualsByNumber(connection, owner, numbers))) {
        accruals.emplace(row.accrual.number,
                         MessageCause{.event = {},
                                      .accrual = commission::AccrualIdOf(owner, row.accrual.number, row.recorded_at),
                                      .is_share = row.accrual.component == commission::Component::kSubAffiliate});
    }
    std::vector<MessageCause> causes;
    for (const MessageRow& message : messages) {
        const auto* event = FindIn(events, message.event_seq);
        const auto* accrual = FindIn(accruals, message.accrual);
        MessageCause cause = accrual == nullptr ? MessageCause() : *accrual;
        if (event != nullptr) cause.event = *event;
        causes.push_back(cause);
    }
    return causes;
}

}  // namespace fairlead::ledger
